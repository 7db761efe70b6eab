import { BaseCommand, type Reply } from '../base-command.ts';
import { claimFlags, sharedFlags, testFlags, traceOrCaseArg } from '../flags.ts';
import { commandLine } from '../render/command-line.ts';
import { replayAndJudge } from '../replaying/replay-and-judge.ts';

export default class Replay extends BaseCommand {
  static override summary = 'Run an agent offline against a recording, and judge what it did by a claim.';
  static override description =
    'Every call is answered from the recording; no body runs but those of tools whose policy is live. Without a claim it says whether the recording could answer everything.';
  static override examples = [
    '<%= config.bin %> replay test/refund.case.json',
    '<%= config.bin %> replay refund.sftrace --agent ./src/agent.ts#runAgent --claim refund.claim.json',
    `<%= config.bin %> replay refund.sftrace --returns '{"refunded_cents":4999}' --expect-call 'issue_refund x1 {"amount_cents":4999}'`,
    '<%= config.bin %> replay test/refund.case.json --rechunk 7',
    '<%= config.bin %> replay refund.sftrace -p send_email=sink --answer send_email=sent.json --stable lookup_customer',
  ];
  static override args = { file: traceOrCaseArg };
  static override flags = { agent: sharedFlags.agent, ...claimFlags, ...testFlags, rechunk: sharedFlags.rechunk };

  protected async reply(): Promise<Reply> {
    const { args, flags } = await this.parse(Replay);
    return replayAndJudge(args.file, flags, { again: commandLine('stepfork', 'replay', ...this.argv), isJson: this.jsonEnabled() });
  }
}
