import type { CommandContext } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import type { Reply } from '../base-command.ts';
import { outcomeOf, type Place } from '../ci/outcome.ts';
import { exitCode, exitCodeOfStop, exitCodeOfVerdict } from '../exit-code.ts';
import { frameLines } from '../render/frame-lines.ts';
import { renderRechunked } from '../render/rechunked.ts';
import { renderWaysOn } from '../render/stopped.ts';
import { renderBlocked, renderReplay, renderUnjudged, renderVerdict, verdictLines } from '../render/verdict.ts';
import type { Style } from '../terminal/style.ts';
import { compareRechunked, type Judged } from './compare-rechunked.ts';

/** What was asked for, as far as an answer speaks of it. */
export interface Asked {
  /** There is a claim. */
  readonly isJudged: boolean;
  /** What was replayed. */
  readonly traces: TraceFile;
  /** Where the agent stands. */
  readonly place: Place;
  readonly context: CommandContext;
  /** The command as it was typed. */
  readonly again: string;
}

/** @param see the line that says how to compare the replay with its recording; empty where it was not kept */
export function replyToReplay({ verdict, replay }: Judged, see: string, { isJudged, traces, place, context, again }: Asked): Reply {
  const outcome = outcomeOf(verdict, replay.thrownAt, place);
  const shown = (style: Style): string => renderReplay(replay, style, traces);
  const { stop } = replay;
  if (isJudged && verdict !== null) {
    const ways = renderWaysOn(verdict, context);
    // For tests in other languages and runners, which have the verdict from this command and no words of their own for it.
    const report = [...verdictLines(verdict), ...frameLines(replay.thrownAt), `${see}${ways}`].join('\n').trimEnd();
    return {
      exit: exitCodeOfVerdict(verdict),
      value: { verdict, report, replay },
      outcome,
      text: (style) => `${renderVerdict(verdict, style)}\n${shown(style)}`,
      next: () => (verdict.kind === 'pass' ? ways : `${see}${ways === '' ? '' : `${ways}\n`}Again: ${again}`),
    };
  }
  if (stop === null) {
    return {
      exit: exitCode.yes,
      value: replay,
      outcome,
      text: (style) => `${renderUnjudged(replay.receipt, style)}\n${shown(style)}`,
      next: (style) => style.dim('No claim was given, so nothing was judged: add --claim, --returns or --expect-call.'),
    };
  }
  return {
    exit: exitCodeOfStop(stop),
    value: replay,
    outcome,
    text: (style) => `${renderVerdict(stop, style)}\n${shown(style)}`,
    next: () => `${see}${renderWaysOn(stop, context)}`,
  };
}

/**
 * The same reply, and whether the agent depends on where chunks are cut: if it does, the answer is no.
 *
 * @param where that is said
 */
export function replyToRechunked(
  reply: Reply,
  plain: Judged,
  { seed, ...cut }: Judged & { readonly seed: string },
  where: 'text' | 'next' = 'text',
): Reply {
  const result = compareRechunked(plain, cut);
  const isSame = result === 'same' || result === 'nothing-cut';
  return {
    ...reply,
    exit: isSame ? reply.exit : exitCode.no,
    ...(!isSame && reply.outcome && { outcome: { ...reply.outcome, kind: 'fail', lines: [rechunkedDiffers(seed)] } }),
    value: { ...(reply.value as object), rechunk: { seed, result, ...cut } },
    [where]: (style: Style) => [reply[where]?.(style) ?? '', renderRechunked({ result, seed, plain, cut }, style)].join('\n'),
  };
}

function rechunkedDiffers(seed: string): string {
  return `fail: the agent depends on where chunks are cut (--rechunk ${seed})`;
}

/** The agent has never given control back: there is no replay to show, only what became of it. */
export function replyToBlocked(timeoutMs: number, { isJudged, place, context, again }: Asked): Reply {
  const stop = { kind: 'inconclusive', reason: 'timed-out', timeoutMs, waitingFor: [] } as const;
  return {
    exit: exitCodeOfStop(stop),
    value: isJudged ? { verdict: stop, report: [...verdictLines(stop), renderWaysOn(stop, context)].join('\n'), replay: null } : { stop },
    outcome: outcomeOf(stop, [], place),
    text: (style) => `${renderVerdict(stop, style)}\n${renderBlocked(style)}`,
    next: () => `${renderWaysOn(stop, context)}\nAgain: ${again}`,
  };
}
