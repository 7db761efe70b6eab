import { BaseCommand, type Reply } from '../base-command.ts';
import { claimFlags, forceFlag, longestDelay, outputFlag, sharedFlags, testFlags, traceOrCaseArg } from '../flags.ts';
import { runMinimize } from '../minimizing/run-minimize.ts';
import { Flags } from '../oclif.ts';
import { splitCommand } from '../program/command/split-command.ts';

export default class Minimize extends BaseCommand {
  static override summary = 'Make a failing run smaller, as long as it fails in the same way.';
  static override usage = ['minimize <file> [-a <file#export>] [flags]', 'minimize <file> [flags] -- <command …>'];
  static override description = [
    'Takes out turns, then parts of the answers and of the input, and replays what is left: offline, no body runs but those of live tools. The result is a trace of its own, which export takes.',
    'The failure is that of the recording, confirmed by two replays before anything goes: the same wrong values where a claim is violated, the same error where the run crashed, or whatever --check or --fixed tells. Another failure that is met on the way is listed and never followed.',
    'A program that was recorded is run by its command behind --, in a process of its own for each replay: what it does outside of its calls, it does each time. Its corrected script is named by --fixed.',
    'Ends with 0 if the run was made smaller or is minimal already, with 1 if the failure cannot be shown again, with 3 if the run could not be replayed, with 4 if it is not deterministic, or the search was ended early: then the best so far is written.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> minimize refund.sftrace --agent ./src/agent.ts#runAgent --fixed ./src/agent-fixed.ts#runAgent',
    `<%= config.bin %> minimize refund.sftrace --returns '{"refunded_cents":4999}' -o small.sftrace`,
    '<%= config.bin %> minimize test/refund.case.json --unit turns --max-replays 100',
    '<%= config.bin %> minimize crash.sftrace --check ./is-broken.ts#isBroken --json',
    `<%= config.bin %> minimize refund.sftrace --expect-call '!send_email' --workers 4 -- node agent.mjs --order 8841`,
  ];
  static override args = { file: traceOrCaseArg };
  static override flags = {
    agent: sharedFlags.agent,
    fixed: Flags.string({
      summary: 'The corrected code: it must go on passing, and what it does otherwise is the failure. Of a program its corrected script.',
      helpValue: '<file#export>',
    }),
    check: Flags.string({
      summary: "A function that says of a run 'fail', 'pass' or 'could-not-execute'.",
      helpValue: '<file#export>',
    }),
    ...claimFlags,
    output: outputFlag('The smaller trace (default: <name>.min.sftrace beside the trace).'),
    unit: Flags.string({
      summary:
        'What is taken apart: turns (default without --fixed); classes: also places that all answers of a tool share (default with it); nodes: also each part by itself.',
      helpValue: '<turns|classes|nodes>',
    }),
    'max-replays': Flags.integer({ summary: 'End the search after so many replays.', helpValue: '<n>', min: 1 }),
    'max-time': Flags.integer({ summary: 'End the search after so many milliseconds.', helpValue: '<ms>', min: 1, max: longestDelay }),
    workers: Flags.integer({ summary: 'Replays at the same time; the result does not depend on it.', helpValue: '<n>', min: 1, max: 64 }),
    ...testFlags,
    force: forceFlag('Overwrite the smaller trace if it is there.'),
  };

  protected async reply(): Promise<Reply> {
    const { own, command } = splitCommand(this.argv);
    const { args, flags } = await this.parse(Minimize, own);
    return runMinimize(args.file, flags, command);
  }
}
