import { BaseCommand, type Reply } from '../base-command.ts';
import { forceFlag, sharedFlags } from '../flags.ts';
import { Args, Flags } from '../oclif.ts';
import { commandLine } from '../render/command-line.ts';
import { scoreStrictness } from '../scoring/score-strictness.ts';
import { scoreTest } from '../scoring/score-test.ts';

export default class Score extends BaseCommand {
  static override summary = 'Say of a test whether it is pinned to its claim or to the recording, and what it would not notice.';
  static override description = [
    'A test file is run by its own runner, started once, with what it expects behind verify; a case file in worker processes. Changes one thing at a time: what the agent returned or did to the world, what is claimed, what the world answered. A good test fails where something claimed is wrong, and passes whatever else is otherwise.',
    'The code that is right is --fixed, else the agent of the test; the code with the bug is --buggy or --buggy-ref, else, with --fixed, the agent of the test. No body runs but those of tools whose policy is live.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> score test/refund.test.ts',
    '<%= config.bin %> score test/refund.case.json --fixed ./src/agent-fixed.ts#runAgent',
    '<%= config.bin %> score test/refund.case.json --buggy-ref HEAD~1',
    '<%= config.bin %> score test/refund.case.json --source',
    '<%= config.bin %> score test/refund.case.json --suggest',
    '<%= config.bin %> score test/refund.test.ts --html score.html',
    '<%= config.bin %> score test/refund.test.ts --threshold break=95',
    '<%= config.bin %> score refund.sftrace --strictness',
  ];
  static override args = {
    test: Args.string({
      description:
        'A test file of Vitest or node:test that calls verify, or a case file (.case.json); with --strictness a trace or a case file.',
      required: true,
    }),
  };
  static override flags = {
    agent: sharedFlags.agent,
    fixed: Flags.string({ summary: 'The corrected code: ./src/agent-fixed.ts#runAgent.', helpValue: '<file#export>' }),
    buggy: Flags.string({ summary: 'The code with the bug, if the agent of the test is corrected already.', helpValue: '<file#export>' }),
    'buggy-ref': Flags.string({
      summary: 'The commit in which the agent of the test still has the bug; checked out into a temporary worktree.',
      helpValue: '<git ref>',
    }),
    source: Flags.boolean({
      summary: "Change the agent's own source too, one place at a time: needs the package @stepfork/score-source.",
    }),
    mutate: Flags.string({
      summary: 'Only modules that match, relative to the package of the agent: src/**/*.ts. Means --source. Can be repeated.',
      helpValue: '<glob>',
      multiple: true,
      multipleNonGreedy: true,
    }),
    suggest: Flags.boolean({ summary: 'Print the claim with what it misses put in, for review.' }),
    report: Flags.string({ summary: 'Write a report in the schema of mutation testing reports too.', helpValue: '<file.json>' }),
    html: Flags.string({ summary: 'Write that report as one HTML page too, which fetches nothing.', helpValue: '<file.html>' }),
    strictness: Flags.boolean({
      summary: 'Say of a replay instead which changes of its requests it would not notice.',
      exclusive: ['fixed', 'buggy', 'buggy-ref', 'source', 'mutate', 'suggest', 'report', 'html', 'threshold', 'fresh'],
    }),
    threshold: Flags.string({
      summary: 'When a score is too low, in percent: break=90, high=100, low=90, timedOut=10 (the defaults). Can be repeated.',
      helpValue: '<name=percent>',
      multiple: true,
      multipleNonGreedy: true,
    }),
    fresh: Flags.boolean({ summary: 'Run everything, also what the last score of this test has run on the same code.' }),
    timeout: sharedFlags.timeout,
    force: forceFlag('Overwrite reports that are there.'),
  };

  protected async reply(): Promise<Reply> {
    const { args, flags } = await this.parse(Score);
    if (flags.strictness) return scoreStrictness(args.test, flags);
    return scoreTest(args.test, flags, commandLine('stepfork', 'score', ...this.argv));
  }
}
