import { comparableTrace } from '@stepfork/replay';
import { diffTraces, type TraceDifference } from '@stepfork/trace';
import { BaseCommand, type Reply } from '../base-command.ts';
import { exitCode } from '../exit-code.ts';
import { type ComparedRun, forksOf, recordingOf, trunkOf } from '../inputs/compared-run.ts';
import { loadTrace } from '../inputs/load-trace.ts';
import { Args, Flags } from '../oclif.ts';
import { commandLine } from '../render/command-line.ts';
import { type ComparedRuns, renderDifferences } from '../render/differences.ts';
import { writeNote } from '../terminal/streams.ts';

export default class Diff extends BaseCommand {
  static override summary = 'Show where two recorded runs part: the first difference first, what follows from it below.';
  static override description =
    'Calls are aligned, so that one that was put in is one difference; ids that a provider minted are shown by the answer that minted them. With one file, its forks are compared with its trunk; with two, their trunks, or --fork of the first one. Ends with 0 if there is no difference, with 1 if there is one.';
  static override examples = [
    '<%= config.bin %> diff refund.sftrace fixed.sftrace',
    '<%= config.bin %> diff test/refund.sftrace.jsonl',
    '<%= config.bin %> diff refund.sftrace fixed.sftrace.jsonl --json',
    '<%= config.bin %> diff --fork 1 test/refund.sftrace.jsonl .stepfork/last/refund.sftrace',
  ];
  static override args = {
    a: Args.string({ description: 'A trace file (.sftrace or .sftrace.jsonl).', required: true }),
    b: Args.string({ description: 'The trace file to compare it with; without it, the forks in the first one.' }),
  };
  static override flags = {
    fork: Flags.integer({
      summary: 'Compare this fork of the first file: with the second file, or with its own trunk. Forks are counted from 1.',
      helpValue: '<n>',
      min: 1,
    }),
  };

  protected async reply(): Promise<Reply> {
    const { args, flags } = await this.parse(Diff);
    const file = await loadTrace(args.a);
    const one = args.b === undefined ? trunkOf(args.a, file) : recordingOf(args.a, file, flags.fork);
    const others = args.b === undefined ? forksOf(args.a, file, flags.fork) : [trunkOf(args.b, await loadTrace(args.b))];
    const compared = others.map(({ name, trace }): ComparedRuns => {
      return { expected: one.name, actual: name, differences: diffTraces(comparableTrace(one.trace), comparableTrace(trace)) };
    });
    const parted = compared.findIndex(({ differences }) => differences.length > 0);
    for (const other of others) noteOtherKey(one, other);
    const first = compared[parted]?.differences[0];
    return {
      exit: first === undefined ? exitCode.yes : exitCode.no,
      value: compared,
      text: (style) => compared.map((runs) => renderDifferences(runs, style, process.stdout.columns ?? 160)).join('\n\n'),
      next: () =>
        first === undefined
          ? ''
          : [...lookAt(first, one.inspect, others[parted]?.inspect ?? []), `Again: ${commandLine('stepfork', 'diff', ...this.argv)}`].join(
              '\n',
            ),
    };
  }
}

function noteOtherKey(one: ComparedRun, other: ComparedRun): void {
  if (one.trace.run.redaction?.keyId === other.trace.run.redaction?.keyId) return;
  writeNote(`note: ${one.name} and ${other.name} were not redacted with one key, so an equal secret may show as a difference.`);
}

/** The first step that differs, in full, on both sides. */
function lookAt(difference: TraceDifference, expected: readonly string[], actual: readonly string[]): readonly string[] {
  const look = (inspect: readonly string[], step: number): string =>
    `Look: ${commandLine('stepfork', 'inspect', ...inspect, '--step', String(step))}`;
  return [
    ...('expected' in difference ? [look(expected, difference.expected)] : []),
    ...('actual' in difference ? [look(actual, difference.actual)] : []),
  ];
}
