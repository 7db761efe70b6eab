import { BaseCommand, type Reply } from '../base-command.ts';
import { claimFlags, forceFlag, outputFlag, sharedFlags, testFlags, traceOrCaseArg } from '../flags.ts';
import { attachRun } from '../forking/attach-run.ts';
import { forkMode } from '../forking/fork-mode.ts';
import { makeFork } from '../forking/make-fork.ts';
import { makeWhatIf } from '../forking/make-what-if.ts';
import { pruneForks } from '../forking/prune-forks.ts';
import { refuseInCi } from '../forking/refuse-in-ci.ts';
import { Flags } from '../oclif.ts';
import { splitCommand } from '../program/command/split-command.ts';

export default class Fork extends BaseCommand {
  static override summary = 'Add a recording of the corrected code to a trace, where it asks what the first run did not.';
  static override usage = ['fork <file> [-a <file#export>] [flags]', 'fork <file> [flags] -- <command …>'];
  static override description = [
    'A fork is another recorded run of the same agent and input, kept in the same trace file; the test beside it is offline again, and is not edited.',
    'With --from a run that was recorded by itself is attached, judged first where there is a claim. Without it the agent is replayed, and those calls run for real that no recording answers and that --live names: reads and models, never effects.',
    'A program that was recorded is run by its command behind --; what it prints goes to stderr.',
    'With --at a recorded answer is replaced: a what-if goes into a file of its own, which no check tries. With --prune forks go that the case does not need.',
    'Refused in CI. Ends with 0 if the fork is there (or none is needed), with 1 if the run to attach violates the claim, with 3 if something was asked that may not run: then nothing is written.',
  ].join('\n');
  static override examples = [
    `<%= config.bin %> fork test/refund.case.json --live 'model:*' --live lookup_order`,
    `<%= config.bin %> fork test/refund.sftrace.jsonl -a ./src/agent.ts#runAgent --live 'model:*' --live lookup_order --stable get_profile`,
    '<%= config.bin %> record --as-of test/refund.case.json -a ./src/agent-fixed.ts#runAgent -o fixed.sftrace',
    '<%= config.bin %> fork test/refund.case.json --from fixed.sftrace',
    `<%= config.bin %> fork refund.sftrace --live 'model:*' -- node fixed.mjs --order 8841`,
    `<%= config.bin %> fork refund.sftrace --at 2 --answer timeout.json --live 'model:*' -o what-if.sftrace`,
    '<%= config.bin %> fork test/refund.case.json --prune',
  ];
  static override args = { file: traceOrCaseArg };
  static override flags = {
    agent: sharedFlags.agent,
    from: Flags.string({ summary: 'Attach the run in this trace file.', helpValue: '<trace>' }),
    live: Flags.string({
      char: 'l',
      summary: `What may run for real where no recording answers: [tool:|model:]name, 'model:*', '*'. Can be repeated.`,
      helpValue: '<name>',
      multiple: true,
      multipleNonGreedy: true,
    }),
    at: Flags.integer({ summary: 'Replace the recorded answer of this step by that of --answer.', helpValue: '<n>', min: 0 }),
    output: outputFlag('The file of the what-if.'),
    prune: Flags.boolean({ summary: 'Drop the forks that the case does not need, by a run of the agent as it is now.' }),
    ...claimFlags,
    ...testFlags,
    answer: Flags.string({
      summary: 'What a sink answers: tool=file.json, or tool=<json>. With --at, without a tool: the other answer. Can be repeated.',
      helpValue: '<tool=file>',
      multiple: true,
      multipleNonGreedy: true,
    }),
    force: forceFlag('Overwrite the file of the what-if.'),
  };

  protected async reply(): Promise<Reply> {
    const { own, command } = splitCommand(this.argv);
    const { args, flags } = await this.parse(Fork, own);
    refuseInCi();
    const mode = forkMode(flags, command !== null);
    switch (mode) {
      case 'attach':
        return attachRun(args.file, flags.from ?? '', flags);
      case 'on-demand':
        return makeFork(args.file, flags, command);
      case 'what-if':
        return makeWhatIf(args.file, flags.at ?? 0, flags, command);
      case 'prune':
        return pruneForks(args.file, flags, command);
    }
  }
}
