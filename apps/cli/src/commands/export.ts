import { BaseCommand, type Reply } from '../base-command.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode } from '../exit-code.ts';
import { listExporters } from '../exporting/list-exporters.ts';
import { prepareExport } from '../exporting/prepare-export.ts';
import { refuseSwitches } from '../exporting/refuse-switches.ts';
import { runExport } from '../exporting/run-export.ts';
import { claimFlags, forceFlag, outputFlag, sharedFlags, testFlags } from '../flags.ts';
import { Args, Flags } from '../oclif.ts';
import { splitSwitches } from '../options/split-switches.ts';
import { splitCommand } from '../program/command/split-command.ts';
import { portableWords } from '../project/portable-words.ts';
import { commandLine } from '../render/command-line.ts';
import { renderExporters } from '../render/exporters.ts';

export default class Export extends BaseCommand {
  static override summary = 'Write a recorded failure as a test that is red on the bug and green on the fix.';
  static override description = [
    'What is right is said by a person (--claim, --returns, --expect-call) or by a run that a person calls right (--fixed); never by the failing run.',
    'Before the test is handed over it is run on the buggy code and, if given, on the fixed code: a test that cannot fail or cannot pass is not written.',
    'With neither a claim nor fixed code a draft of the claim is written, to be corrected.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> export refund.sftrace --fixed ./src/agent-fixed.ts#runAgent -o test/refund.test.ts',
    `<%= config.bin %> export refund.sftrace --returns '{"refunded_cents":4999}' --expect-call 'issue_refund x1 {"amount_cents":4999}'`,
    '<%= config.bin %> export refund.sftrace --claim refund.claim.json --buggy-ref HEAD~1 --fixed ./src/agent.ts#runAgent',
    '<%= config.bin %> export --list',
  ];
  static override args = { trace: Args.string({ description: 'A trace file (.sftrace or .sftrace.jsonl).' }) };
  static override flags = {
    agent: sharedFlags.agent,
    to: Flags.string({ summary: 'The exporter (default vitest); see --list.', helpValue: '<vitest|node-test|jest|pytest|…>' }),
    output: outputFlag('The folder of the test, or the test file: test/refund.test.ts (default: test/ beside package.json).'),
    title: Flags.string({ summary: 'Name of the test, as a sentence.', helpValue: '<text>' }),
    ...claimFlags,
    fixed: Flags.string({ summary: 'The corrected code: ./src/agent-fixed.ts#runAgent.', helpValue: '<file#export>' }),
    buggy: Flags.string({ summary: 'The code with the bug, if --agent is corrected already.', helpValue: '<file#export>' }),
    'buggy-ref': Flags.string({
      summary: 'The commit in which --agent still has the bug; checked out into a temporary worktree.',
      helpValue: '<git ref>',
    }),
    ...testFlags,
    force: forceFlag('Overwrite files that are there, and write the test whatever its admission.'),
    list: Flags.boolean({ summary: 'List the exporters, and where they come from.' }),
  };

  protected async reply(): Promise<Reply> {
    if (splitCommand(this.argv).command !== null) {
      throw new UsageError(
        'A test replays a function, not the command of a program.',
        'Export the function that the program calls, record that with --agent, and export the trace of it. The program itself is judged by replay: --expect-call or --claim, and its command behind --.',
      );
    }
    const { own, switches } = splitSwitches(this.argv, Export.flags);
    const { args, flags, raw } = await this.parse(Export, own);
    const known = Object.keys(Export.flags);
    if (flags.list || args.trace === undefined) refuseSwitches(switches, known, null);
    if (flags.list) {
      const other = raw.find((token) => token.type === 'arg' || !['list', 'json'].includes(token.flag));
      if (other !== undefined)
        throw new UsageError(`--list says nothing with ${other.type === 'arg' ? other.input : `--${other.flag}`}.`, 'Give --list alone.');
      const list = await listExporters(this.config);
      return { exit: exitCode.yes, value: list, text: (style) => renderExporters(list, style) };
    }
    const { trace } = args;
    if (trace === undefined) throw new UsageError('No trace file is named.', 'Name it: stepfork export refund.sftrace.');
    const command = commandLine(
      'stepfork',
      'export',
      ...portableWords(
        this.argv.filter((word) => word !== '--force' && word !== '-f' && word !== '--json'),
        process.cwd(),
      ),
    );
    const prepared = await prepareExport(trace, { ...flags, switches, known }, command, this.config);
    try {
      return await runExport(prepared);
    } finally {
      prepared.buggy.done();
    }
  }
}
