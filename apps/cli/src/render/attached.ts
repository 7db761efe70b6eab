import type { Attached } from '@stepfork/replay';
import type { Style } from '../terminal/style.ts';
import { commandLine } from './command-line.ts';
import { printable } from './printable.ts';
import { recordingName } from './recording-name.ts';
import { shortPath } from './short-path.ts';
import { verdictLines } from './verdict.ts';

export interface AttachedRun {
  readonly done: Attached;
  /** Of the recording that is there now: 0 for the trunk. */
  readonly place: number;
  readonly trace: string;
  readonly from: string;
  readonly isJudged: boolean;
}

/** What became of the run that was to be attached. */
export function renderAttached({ done, place, trace, from, isJudged }: AttachedRun, style: Style): string {
  const file = style.bold(printable(shortPath(trace)));
  switch (done.kind) {
    case 'attached':
      return [
        `${file}: ${recordingName(place)} added, the run of ${printable(shortPath(from))}`,
        isJudged ? style.green('the claim holds in it') : style.dim('no claim was given, so it was not judged'),
      ].join('\n');
    case 'same-as':
      return `${file}: nothing to add, ${recordingName(place)} asked and heard the same`;
    case 'violates': {
      const [first = '', ...rest] = verdictLines({ kind: 'fail', findings: done.findings });
      return [
        `${file}: ${style.red('not added')}, since the run of ${printable(shortPath(from))} violates the claim: it is no fix, or the claim depends on the day`,
        ...[first, ...rest].map((line) => `  ${line}`),
      ].join('\n');
    }
  }
}

/** What to type now. */
export function renderNextAfterAttached(
  { done, place, trace, from }: AttachedRun,
  { path, again }: { readonly path: string; readonly again: string },
  style: Style,
): string {
  if (done.kind === 'violates') {
    return [
      `Look: ${commandLine('stepfork', 'diff', shortPath(trace), from)}`,
      `If it depends on the day: ${commandLine('stepfork', 'record', '--as-of', path, '-o', from, '--force')}`,
    ].join('\n');
  }
  return [
    style.dim('Next:'),
    `  ${commandLine('stepfork', 'inspect', shortPath(trace), ...(place === 0 ? [] : ['--fork', String(place)]))}`,
    `  ${again}`,
  ].join('\n');
}
