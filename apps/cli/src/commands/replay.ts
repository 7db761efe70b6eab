import { BaseCommand, type Reply } from '../base-command.ts';
import { tellCi } from '../ci/tell-ci.ts';
import { ciFlags, claimFlags, sharedFlags, testFlags, traceOrCaseArg } from '../flags.ts';
import { splitCommand } from '../program/command/split-command.ts';
import { commandLine } from '../render/command-line.ts';
import { replayAndJudge } from '../replaying/replay-and-judge.ts';

export default class Replay extends BaseCommand {
  static override summary = 'Run an agent or a program offline against a recording, and judge what it did by a claim.';
  static override usage = ['replay <file> [-a <file#export>] [flags]', 'replay <file> [flags] -- <command …>'];
  static override description =
    'Every call is answered from the recording; no body runs but those of tools whose policy is live. Without a claim it says whether the recording could answer everything. A program that was recorded is replayed by its command behind --; without a claim it ends with its own exit code, or 3 where it asked what was not recorded.';
  static override examples = [
    '<%= config.bin %> replay test/refund.case.json',
    '<%= config.bin %> replay refund.sftrace --agent ./src/agent.ts#runAgent --claim refund.claim.json',
    `<%= config.bin %> replay refund.sftrace --returns '{"refunded_cents":4999}' --expect-call 'issue_refund x1 {"amount_cents":4999}'`,
    `<%= config.bin %> replay refund.sftrace --expect-call '!send_email' -- node agent.mjs --order 8841`,
    '<%= config.bin %> replay test/refund.case.json --rechunk 7',
    '<%= config.bin %> replay test/refund.case.json --junit stepfork.xml --allow-inconclusive',
    '<%= config.bin %> replay refund.sftrace -p send_email=sink --answer send_email=sent.json --stable lookup_customer',
  ];
  static override args = { file: traceOrCaseArg };
  static override flags = { agent: sharedFlags.agent, ...claimFlags, ...testFlags, rechunk: sharedFlags.rechunk, ...ciFlags };

  protected async reply(): Promise<Reply> {
    const { own, command } = splitCommand(this.argv);
    const { args, flags } = await this.parse(Replay, own);
    const tell = tellCi(args.file, flags);
    if (command !== null) {
      const { replyToProgramReplay } = await import('../program/replaying/reply-to-replay.ts');
      return tell(await replyToProgramReplay(args.file, flags, command, { argv: own, isJson: this.jsonEnabled() }));
    }
    return replayAndJudge(args.file, flags, { again: commandLine('stepfork', 'replay', ...this.argv), isJson: this.jsonEnabled(), tell });
  }
}
