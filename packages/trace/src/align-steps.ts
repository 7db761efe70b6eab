import { alignItems, type Pair } from './align-items.ts';
import { canonicalJson } from './canonical-json.ts';
import { likeness } from './likeness.ts';
import { outcomeJson } from './outcome-json.ts';
import type { Step } from './trace.ts';
import { ValueIds } from './value-ids.ts';

/** Where a step of one run stands in the other; `null` on the side that has none. */
export interface StepPlace {
  readonly expected: number | null;
  readonly actual: number | null;
  /** The same call, but other calls of both runs lie between its two places. */
  readonly moved: boolean;
}

/** A part of both lists, ends excluded. */
interface Gap {
  readonly expected: readonly [from: number, to: number];
  readonly actual: readonly [from: number, to: number];
}

/** For each step a number, equal for equal ones of both runs. */
interface Level {
  readonly expected: readonly number[];
  readonly actual: readonly number[];
}

/** So many pairs of steps at most are compared by the likeness of their inputs. */
const maxCompared = 2_500;

/**
 * Aligns the calls of two runs so that one that was put in is one difference: first those equal in call and outcome meet, between them those
 * of the same call, then those of the same name, the most alike first. What is left over on both sides is the same call at another place.
 *
 * The other way around the same steps meet.
 */
export function alignSteps(expected: readonly Step[], actual: readonly Step[]): readonly StepPlace[] {
  const ids = new ValueIds();
  const both = (number: (step: Step) => number): Level => ({ expected: expected.map(number), actual: actual.map(number) });
  const name = both(({ call }) => ids.of([call.kind, call.name]));
  const call = both(({ call }) => ids.of([call.kind, call.name, call.input]));
  const step = both(({ call, outcome }) => ids.of([call.kind, call.name, call.input, outcomeJson(outcome)]));
  // Of several alignments that are equally good, one is found from either side.
  const mirrored = isAfter(expected, actual, step);
  const levels = [step, call].map((level) => (mirrored ? mirror(level) : level));
  const whole: Gap = { expected: [0, levels[0]?.expected.length ?? 0], actual: [0, levels[0]?.actual.length ?? 0] };
  const [left, right] = mirrored ? [actual, expected] : [expected, actual];
  const pairs = alignGap(whole, levels, (gap) => alignNames(gap, mirrored ? mirror(name) : name, (a, b) => alike(left[a], right[b])));
  return withMoves(mirrored ? pairs.map(([a, b]) => [b, a] as const) : pairs, [step, call]);

  function alike(one: Step | undefined, other: Step | undefined): number {
    if (one?.call.kind !== other?.call.kind || one?.call.name !== other?.call.name) return 0;
    return 0.2 + likeness(one?.call.input ?? null, other?.call.input ?? null, ids);
  }
}

function mirror({ expected, actual }: Level): Level {
  return { expected: actual, actual: expected };
}

function isAfter(one: readonly Step[], other: readonly Step[], { expected, actual }: Level): boolean {
  if (one.length !== other.length) return one.length > other.length;
  const at = expected.findIndex((id, index) => id !== actual[index]);
  const [a, b] = [one[at], other[at]];
  return a !== undefined && b !== undefined && textOf(a) > textOf(b);
}

function textOf({ call, outcome }: Step): string {
  return canonicalJson([call.kind, call.name, call.input, outcomeJson(outcome)]);
}

/** Equal steps by the first level; what stands between them by the next one. */
function alignGap(gap: Gap, [level, ...rest]: readonly Level[], last: (gap: Gap) => readonly Pair[]): readonly Pair[] {
  const { expected, actual } = gap;
  if (expected[0] === expected[1] || actual[0] === actual[1]) return apart(gap);
  if (level === undefined) return last(gap);
  const pairs: Pair[] = [];
  let [a, b] = [expected[0], actual[0]];
  for (const [nextA, nextB] of [...equalOf(gap, level), [expected[1], actual[1]] as const]) {
    pairs.push(...alignGap({ expected: [a, nextA], actual: [b, nextB] }, rest, last));
    if (nextA < expected[1]) pairs.push([nextA, nextB]);
    [a, b] = [nextA + 1, nextB + 1];
  }
  return pairs;
}

function equalOf({ expected, actual }: Gap, level: Level): readonly (readonly [number, number])[] {
  const [left, right] = [level.expected.slice(...expected), level.actual.slice(...actual)];
  return alignItems(left, right, () => 0).flatMap(([a, b]) =>
    a !== null && b !== null && left[a] === right[b] ? [[a + expected[0], b + actual[0]] as const] : [],
  );
}

/** Steps of one name meet, whatever they were asked. */
function alignNames(gap: Gap, name: Level, alike: (expected: number, actual: number) => number): readonly Pair[] {
  const { expected, actual } = gap;
  if ((expected[1] - expected[0]) * (actual[1] - actual[0]) > maxCompared) return alignGap(gap, [name], apart);
  const places = (from: number, to: number, sign: 1 | -1): number[] => Array.from({ length: to - from }, (_, at) => sign * (at + 1));
  // No two are equal here, so that likeness alone decides.
  const pairs = alignItems(places(...expected, 1), places(...actual, -1), (a, b) => alike(a + expected[0], b + actual[0]));
  return pairs.flatMap(([a, b]): readonly Pair[] => {
    const pair: Pair = [a === null ? null : a + expected[0], b === null ? null : b + actual[0]];
    if (pair[0] === null || pair[1] === null || name.expected[pair[0]] === name.actual[pair[1]]) return [pair];
    return [
      [pair[0], null],
      [null, pair[1]],
    ];
  });
}

function apart({ expected, actual }: Gap): readonly Pair[] {
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
  return [...range(...expected).map((at): Pair => [at, null]), ...range(...actual).map((at): Pair => [null, at])];
}

/** A call that is left over on both sides was made at another place: it stands where the first of the two stood. */
function withMoves(pairs: readonly Pair[], levels: readonly Level[]): readonly StepPlace[] {
  const [left, right] = [new Set<number>(), new Set<number>()];
  for (const [a, b] of pairs) {
    if (b === null && a !== null) left.add(a);
    if (a === null && b !== null) right.add(b);
  }
  const moved = new Map<number, number>();
  for (const { expected, actual } of levels) {
    for (const a of left) {
      const b = [...right].find((other) => actual[other] === expected[a]);
      if (b === undefined) continue;
      moved.set(a, b);
      left.delete(a);
      right.delete(b);
    }
  }
  const origins = new Map([...moved].map(([a, b]) => [b, a]));
  const done = new Set<number>();
  return pairs.flatMap(([a, b]): readonly StepPlace[] => {
    const from = a !== null && b === null ? a : a === null && b !== null ? origins.get(b) : undefined;
    const to = from === undefined ? undefined : moved.get(from);
    if (from === undefined || to === undefined) return [{ expected: a, actual: b, moved: false }];
    if (done.has(from)) return [];
    done.add(from);
    return [{ expected: from, actual: to, moved: true }];
  });
}
