import type { Difference, Json, Step, TraceDifference } from '@stepfork/trace';
import type { Style } from '../terminal/style.ts';
import { renderAnswered, renderAsked } from './call.ts';
import { counted } from './counted.ts';
import { printable } from './printable.ts';
import { showJson } from './show-json.ts';

/** Two recordings side by side; the names are those that people know them by. */
export interface ComparedRuns {
  readonly expected: string;
  readonly actual: string;
  readonly differences: readonly TraceDifference[];
}

/** So many lines of one kind stand below a difference; `--json` has them all. */
const most = { differences: 20, changes: 6, followUps: 6 } as const;

/** Where two recordings part, each difference with its values, and on one line each what follows from it. */
export function renderDifferences(runs: ComparedRuns, style: Style, width: number): string {
  const { expected, actual, differences } = runs;
  const title = style.bold(`${printable(expected)} → ${printable(actual)}`);
  const [first] = differences;
  if (first === undefined) return `${title}: ${style.green('no difference')}`;
  const followUps = differences.reduce((sum, difference) => sum + difference.followUps.length, 0);
  const summary = `${counted(differences.length, 'difference')}${followUps === 0 ? '' : `, ${counted(followUps, 'follow-up')}`}`;
  return [
    `${title}: they part at ${placeOf(first)}; ${summary}`,
    ...capped(differences, most.differences, (difference) => renderDifference(difference, runs, style, width)),
  ].join('\n');
}

function renderDifference(difference: TraceDifference, runs: ComparedRuns, style: Style, width: number): string {
  const lines = isLone(difference)
    ? difference.changes.map((change) => `  ${whole(change, style, width - 2)}`)
    : capped(difference.changes, most.changes, (change) => `  ${renderChange(change, style, width - 2)}`, '  ');
  const followUps = capped(difference.followUps, most.followUps, (one) => `  ${style.dim(`↳ ${brief(one, runs, width - 4)}`)}`, '  ');
  return [style.yellow(headline(difference, runs)), ...lines, ...followUps].join('\n');
}

/** `step 2 issue_refund: asked otherwise`. */
function headline(difference: TraceDifference, { expected, actual }: ComparedRuns): string {
  return `${placeOf(difference)}: ${what()}`;

  function what(): string {
    switch (difference.kind) {
      case 'run-input-changed':
        return 'another input';
      case 'call-removed':
        return `only in ${printable(expected)}`;
      case 'call-added':
        return `only in ${printable(actual)}`;
      case 'call-moved':
        return 'the same call at another place';
      case 'call-changed':
        return 'asked otherwise';
      case 'outcome-changed':
        return 'answered otherwise';
      case 'run-outcome-changed':
        return 'another outcome';
    }
  }
}

function placeOf(difference: TraceDifference): string {
  switch (difference.kind) {
    case 'run-input-changed':
      return 'the input of the run';
    case 'run-outcome-changed':
      return 'the end of the run';
    case 'call-removed':
      return `step ${difference.expected} ${printable(difference.call.name)}`;
    case 'call-added':
      return `step ${difference.actual} ${printable(difference.call.name)}`;
    case 'call-moved':
    case 'call-changed':
    case 'outcome-changed': {
      const { expected, actual, call } = difference;
      return `step ${expected === actual ? expected : `${expected} → ${actual}`} ${printable(call.name)}`;
    }
  }
}

function brief(difference: TraceDifference, runs: ComparedRuns, width: number): string {
  const head = headline(difference, runs);
  const [first, ...rest] = difference.changes;
  if (first === undefined || isLone(difference)) return head;
  const where = `${head} at ${pointerOf(first)}${rest.length === 0 ? '' : ` and ${counted(rest.length, 'more place')}`}`;
  return where.length <= width ? where : `${where.slice(0, Math.max(1, width - 1))}…`;
}

/** `/call/input/amount_cents: 49 → 4999`. */
function renderChange(change: Difference, style: Style, width: number): string {
  const pointer = pointerOf(change);
  const room = Math.max(24, Math.floor((width - pointer.length - 6) / 2));
  const show = pointer.endsWith('/outcome') ? showOutcome : showJson;
  const [expected, actual] = parting(change.expected, change.actual, room, show);
  return `${pointer}: ${style.red(expected)} → ${style.green(actual)}`;
}

/** A call with its outcome, which one run only has. */
function whole({ expected, actual }: Difference, style: Style, width: number): string {
  const step = (expected ?? actual) as unknown as Pick<Step, 'call' | 'outcome'>;
  const room = Math.max(24, Math.floor((width - 4) / 2));
  return `${renderAsked(step.call, room)} → ${renderAnswered(step, style, room)}`;
}

/** From the step, if it is one of a step: so it can be looked up in `inspect --step <n> --json`. */
function pointerOf({ path }: Difference): string {
  return printable(path.replace(/^\/steps\/\d+/, ''));
}

/** Both values cut to the room; of texts that begin alike, the part from shortly before they part. */
function parting(
  expected: Json | undefined,
  actual: Json | undefined,
  room: number,
  show: (value: Json, room: number) => string,
): readonly [string, string] {
  let same = 0;
  if (typeof expected === 'string' && typeof actual === 'string') {
    while (same < expected.length && expected[same] === actual[same]) same += 1;
  }
  const cut = (value: Json | undefined): string => {
    if (value === undefined) return '(none)';
    if (typeof value !== 'string' || same < room / 2) return show(value, room);
    return `…${showJson(value.slice(same - Math.floor(room / 4)), room - 1)}`;
  };
  return [cut(expected), cut(actual)];
}

/** `threw TypeError: no order`. */
function showOutcome(outcome: Json, room: number): string {
  const { kind, value, error, chunks } = outcome as { readonly [key: string]: Json };
  if (kind === 'returned') return showJson(value, room);
  if (kind === 'threw') return `threw ${showJson(error, room - 6)}`;
  return Array.isArray(chunks) ? `streamed ${counted(chunks.length, 'chunk')}` : 'interrupted';
}

function isLone({ kind }: TraceDifference): boolean {
  return kind === 'call-added' || kind === 'call-removed';
}

function capped<Item>(items: readonly Item[], limit: number, show: (item: Item) => string, indent = ''): readonly string[] {
  const shown = items.slice(0, limit).map(show);
  return items.length <= limit ? shown : [...shown, `${indent}and ${items.length - limit} more (--json has all)`];
}
