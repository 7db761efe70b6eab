import type { CommandContext, Verdict } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import type { Style } from '../terminal/style.ts';
import { answeredBy, borrowingTools } from './answered.ts';
import { commandLine } from './command-line.ts';
import { printable } from './printable.ts';
import { recordingName } from './recording-name.ts';
import { replayCommand } from './replay-command.ts';
import { shortPath } from './short-path.ts';
import { renderVerdict } from './verdict.ts';

/** A fork that was made on demand and is written. */
export interface ForkedRun {
  readonly kind: 'forked';
  readonly trace: string;
  readonly place: number;
  /** The recording that was followed. */
  readonly from: number;
  readonly fork: Trace;
  /** What the test says now; `null`: there is no claim. */
  readonly judged: { readonly verdict: Verdict | null; readonly why: string } | null;
}

interface NothingAsked {
  readonly kind: 'nothing-asked';
  readonly trace: string;
  /** The recording that answers everything. */
  readonly place: number;
}

/** What was added, what ran for real, and what the test says now. */
export function renderForked(run: ForkedRun | NothingAsked, style: Style): string {
  const file = style.bold(printable(shortPath(run.trace)));
  if (run.kind === 'nothing-asked') {
    const who = run.place === 0 ? 'the recording' : recordingName(run.place);
    return `${file}: ${who} answers everything, so no fork is needed`;
  }
  const { place, from, fork, judged } = run;
  const lines = [`${file}: ${recordingName(place)} added, made from ${recordingName(from)}; ${answeredBy(fork)}`];
  if (judged === null) return lines.join('\n');
  const { verdict, why } = judged;
  return [...lines, verdict === null ? style.yellow(`not judged: ${printable(why)}`) : renderVerdict(verdict, style)].join('\n');
}

/** What to type now. */
export function renderNextAfterForked({ trace, place, judged, fork }: ForkedRun, context: CommandContext, style: Style): string {
  return [
    style.dim('Next:'),
    `  ${commandLine('stepfork', 'inspect', shortPath(trace), '--fork', String(place))}`,
    `  ${replayCommand(context)}`,
    ...(judged === null ? [style.dim('and say what is right: --claim, --returns or --expect-call.')] : []),
    ...borrowingTools(fork).map((tool) =>
      style.dim(
        `and what ${printable(tool)} answers, since no verdict may hang on a borrowed answer: ${commandLine('--answer', `${tool}=${tool}.json`)}`,
      ),
    ),
  ].join('\n');
}
