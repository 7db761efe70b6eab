import type { Verdict } from '@stepfork/replay';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';
import { recordingName } from './recording-name.ts';
import { shortPath } from './short-path.ts';
import { renderVerdict } from './verdict.ts';

interface NamedFork {
  readonly recording: number;
  readonly run: string;
}

export interface Pruned {
  readonly trace: string;
  /** `null`: there was no fork, so nothing was run. */
  readonly verdict: Verdict | null;
  readonly dropped: readonly NamedFork[];
  readonly kept: readonly NamedFork[];
}

/** Which forks went, or why all of them stay. */
export function renderPruned({ trace, verdict, dropped, kept }: Pruned, style: Style): string {
  const file = style.bold(printable(shortPath(trace)));
  if (verdict === null) return `${file}: no forks, nothing to drop`;
  if (verdict.kind !== 'pass') {
    const why =
      verdict.kind === 'fail'
        ? 'the agent as it is now fails, and its fix may need them'
        : 'the agent as it is now could not be followed, so nobody can tell which are needed';
    return [`${file}: ${style.yellow('all forks kept')}: ${why}`, renderVerdict(verdict, style)].join('\n');
  }
  if (dropped.length === 0) return `${file}: nothing to drop, the case needs ${kept.map(nameOf).join(' and ')}`;
  return [
    `${file}: dropped ${dropped.map(nameOf).join(' and ')}`,
    kept.length === 0 ? 'kept the trunk alone: the agent as it is now needs no other' : `kept ${kept.map(nameOf).join(' and ')}`,
  ].join('\n');
}

function nameOf({ recording, run }: NamedFork): string {
  return `${recordingName(recording)} (run ${printable(run)})`;
}
