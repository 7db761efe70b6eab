import type { Trace } from '@stepfork/trace';
import type { Style } from '../terminal/style.ts';
import { answeredBy } from './answered.ts';
import { commandLine } from './command-line.ts';
import { printable } from './printable.ts';
import { renderRunEnd } from './run-end.ts';
import { shortPath } from './short-path.ts';

export interface WhatIf {
  readonly kind: 'what-if';
  readonly at: number;
  readonly trace: string;
  readonly output: string;
  readonly fork: Trace;
}

/** How the agent went on from the other answer. */
export function renderWhatIf(
  run: WhatIf | { readonly kind: 'nothing-asked'; readonly at: number; readonly trace: string },
  style: Style,
): string {
  if (run.kind === 'nothing-asked') {
    return `${style.yellow(style.bold('no what-if was made'))}: the agent never asked for what step ${run.at} of ${printable(shortPath(run.trace))} answered; nothing was written`;
  }
  const { at, trace, output, fork } = run;
  return [
    `${style.bold(printable(shortPath(output)))}: what if step ${at} of ${printable(shortPath(trace))} had answered that; ${answeredBy(fork)}`,
    renderRunEnd(fork, style, 200),
  ].join('\n');
}

/** What to type now. */
export function renderNextAfterWhatIf({ trace, output }: WhatIf, style: Style): string {
  return [
    style.dim('Next:'),
    `  ${commandLine('stepfork', 'diff', shortPath(trace), shortPath(output))}`,
    `  ${commandLine('stepfork', 'inspect', shortPath(output))}`,
    style.dim('It is another world: no check tries it as a recording.'),
  ].join('\n');
}
