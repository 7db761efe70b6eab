import type { Unit } from '@stepfork/minimize';
import { redactClaim } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';
import { noteUnknownClaimed } from '../inputs/unknown-claimed.ts';
import { outputTrace } from '../writing/output-file.ts';
import { loadMinimizeCase, type MinimizeCase } from './minimize-case.ts';
import type { MinimizeFlags } from './minimize-flags.ts';

/** Everything that `stepfork minimize` was asked, checked; nothing has been run. */
export interface PreparedMinimize extends MinimizeCase {
  readonly output: string;
  /** `undefined`: the default. */
  readonly unit: Unit | undefined;
}

/** @throws UsageError and the errors of the libraries for whatever is asked wrongly: before anything is run or written */
export async function prepareMinimize(path: string, flags: MinimizeFlags, command: readonly string[] | null): Promise<PreparedMinimize> {
  const loaded = await loadMinimizeCase(path, flags, command);
  const { trace, traces, claim: given, fixed, redactor } = loaded;
  if (!traces.sealed)
    throw new UsageError(
      `${trace} is not sealed, so nothing is made from it.`,
      'Record the run again to its end; after a deliberate edit: stepfork validate --reseal.',
    );
  const output = outputTrace(flags.output ?? defaultOutput(trace), flags.force);
  if (given !== null) noteUnknownClaimed(given, traces);
  const claim = given === null || redactor === undefined ? given : redactClaim(given, redactor);
  if (claim === null && fixed === null && flags.check === undefined) requireCrash(traces);
  return { ...loaded, claim, output, unit: unitOf(flags.unit) };
}

function defaultOutput(trace: string): string {
  return trace.replace(/(\.sftrace(?:\.jsonl)?)$/, '.min$1');
}

function unitOf(unit: string | undefined): Unit | undefined {
  if (unit === undefined || unit === 'turns' || unit === 'classes' || unit === 'nodes') return unit;
  throw new UsageError(`--unit ${unit} is unknown; known are turns, classes and nodes.`, 'Choose one of these.');
}

function requireCrash({ trunk: { outcome } }: TraceFile): void {
  if (outcome.kind === 'threw') return;
  throw new UsageError(
    'The recorded run did not crash, and nothing says what is wrong with it.',
    'Give --fixed (the corrected code), --claim, --returns, --expect-call, or --check.',
  );
}
