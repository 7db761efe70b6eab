import type { RechunkedStream } from '@stepfork/replay';
import type { Judged, RechunkResult } from '../replaying/compare-rechunked.ts';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';

/** A replay, and another one of the same code with other cuts. */
export interface RechunkedRun {
  readonly result: RechunkResult;
  readonly seed: string;
  readonly plain: Judged;
  readonly cut: Judged;
}

/** Whether the agent depends on where chunks are cut, and what was cut. */
export function renderRechunked(run: RechunkedRun, style: Style): string {
  const streams = (run.cut.replay.receipt.rechunked ?? []).filter(({ paths }) => paths.length > 0);
  const lines = streams.slice(0, 8).map((stream) => style.dim(describeStream(stream)));
  if (streams.length > 8) lines.push(style.dim(`… and ${streams.length - 8} more`));
  return [answer({ ...run, seed: printable(run.seed) }, style), ...lines].join('\n');
}

function answer({ result, seed, plain, cut }: RechunkedRun, style: Style): string {
  switch (result) {
    case 'nothing-cut':
      return style.bold(`rechunk ${seed}: no recorded stream that was asked for has text to cut, so this says nothing`);
    case 'same':
      return style.bold(`rechunk ${seed}: the same verdict as without, and the agent did the same; another seed cuts elsewhere`);
    case 'other-conduct':
      return style.yellow(
        `rechunk ${seed}: the agent depends on where chunks are cut: the verdict is the same, its calls or its outcome are not`,
      );
    case 'other-verdict':
      return style.red(
        `rechunk ${seed}: the agent depends on where chunks are cut: without, ${nameOf(plain)}; with other cuts, ${nameOf(cut)}`,
      );
  }
}

function nameOf({ verdict }: Judged): string {
  if (verdict === null) return 'the recording answered every call';
  if (verdict.kind === 'inconclusive') return `inconclusive (${verdict.reason})`;
  return verdict.kind === 'fail' ? `fail (${printable(verdict.findings[0]?.message ?? '')})` : verdict.kind;
}

function describeStream({ step, paths, chunks }: RechunkedStream): string {
  const where = paths.map((path) => (path === '' ? 'the chunks themselves' : printable(path))).join(', ');
  return `step ${step}: ${where}; ${chunks.recorded} ${chunks.recorded === 1 ? 'chunk' : 'chunks'} became ${chunks.given}`;
}
