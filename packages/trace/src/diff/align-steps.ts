import { canonicalJson } from '../json/canonical-json.ts';
import type { Step } from '../trace.ts';
import { alignItems, type Pair } from './align-items.ts';
import { likeness } from './likeness.ts';
import { outcomeJson } from './outcome-json.ts';
import { uniqueItems } from './unique-items.ts';
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

/** Steps that belong together; in order on both sides. */
type Anchors = readonly (readonly [expected: number, actual: number])[];

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
  const level = (number: (step: Step) => number): Level => ({ expected: expected.map(number), actual: actual.map(number) });
  const name = level(({ call }) => ids.of([call.kind, call.name]));
  const call = level(({ call: { kind, name, input } }) => ids.of([kind, name, input]));
  const whole = level((step) => ids.of(wholeOf(step)));
  // Of several alignments that are equally good, one is found from either side.
  const mirrored = isAfter(expected, actual, whole);
  const seen = ({ expected, actual }: Level): Level => (mirrored ? { expected: actual, actual: expected } : { expected, actual });
  const [left, right] = mirrored ? [actual, expected] : [expected, actual];
  const finders = [
    unique(seen(whole)),
    equal(seen(whole)),
    unique(seen(call)),
    equal(seen(call)),
    alike(left, right, ids),
    equal(seen(name)),
  ];
  const pairs = alignGap({ expected: [0, left.length], actual: [0, right.length] }, finders);
  return withMoves(mirrored ? pairs.map(([a, b]) => [b, a] as const) : pairs, [whole, call]);
}

function wholeOf({ call, outcome }: Step) {
  return [call.kind, call.name, call.input, call.effect, outcomeJson(outcome)];
}

function isAfter(one: readonly Step[], other: readonly Step[], { expected, actual }: Level): boolean {
  if (one.length !== other.length) return one.length > other.length;
  const at = expected.findIndex((id, index) => id !== actual[index]);
  const [a, b] = [one[at], other[at]];
  return a !== undefined && b !== undefined && canonicalJson(wholeOf(a)) > canonicalJson(wholeOf(b));
}

/** What the first finder finds; what lies between goes to the next one. */
function alignGap(gap: Gap, [find, ...rest]: readonly ((gap: Gap) => Anchors)[]): readonly Pair[] {
  const { expected, actual } = gap;
  if (find === undefined || expected[0] === expected[1] || actual[0] === actual[1]) return apart(gap);
  const pairs: Pair[] = [];
  let [a, b] = [expected[0], actual[0]];
  for (const [nextA, nextB] of [...find(gap), [expected[1], actual[1]] as const]) {
    for (const pair of alignGap({ expected: [a, nextA], actual: [b, nextB] }, rest)) pairs.push(pair);
    if (nextA < expected[1]) pairs.push([nextA, nextB]);
    [a, b] = [nextA + 1, nextB + 1];
  }
  return pairs;
}

function unique(level: Level): (gap: Gap) => Anchors {
  return ({ expected, actual }) =>
    uniqueItems(level.expected.slice(...expected), level.actual.slice(...actual)).map(([a, b]) => [a + expected[0], b + actual[0]]);
}

function equal(level: Level): (gap: Gap) => Anchors {
  return ({ expected, actual }) => {
    const [left, right] = [level.expected.slice(...expected), level.actual.slice(...actual)];
    return alignItems(left, right, () => 0).flatMap(([a, b]) =>
      a !== null && b !== null && left[a] === right[b] ? [[a + expected[0], b + actual[0]] as const] : [],
    );
  };
}

/** Steps of one name, the most alike first. */
function alike(left: readonly Step[], right: readonly Step[], ids: ValueIds): (gap: Gap) => Anchors {
  const isOfOneName = (one: Step | undefined, other: Step | undefined): boolean =>
    one?.call.kind === other?.call.kind && one?.call.name === other?.call.name;
  return ({ expected, actual }) => {
    const [n, m] = [expected[1] - expected[0], actual[1] - actual[0]];
    if (n * m > maxCompared) return [];
    const score = (a: number, b: number): number => {
      const [one, other] = [left[a + expected[0]], right[b + actual[0]]];
      return isOfOneName(one, other) ? 0.2 + likeness(one?.call.input ?? null, other?.call.input ?? null, ids) : 0;
    };
    // No two are equal here, so that likeness alone decides.
    const places = (count: number, first: number): number[] => Array.from({ length: count }, (_, at) => first + at);
    return alignItems(places(n, 0), places(m, n), score).flatMap(([a, b]) =>
      a !== null && b !== null && score(a, b) > 0 ? [[a + expected[0], b + actual[0]] as const] : [],
    );
  };
}

function apart({ expected, actual }: Gap): readonly Pair[] {
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
  return [...range(...expected).map((at): Pair => [at, null]), ...range(...actual).map((at): Pair => [null, at])];
}

/** A call that is left over on both sides was made at another place: it stands where the first of the two stood. */
function withMoves(pairs: readonly Pair[], levels: readonly Level[]): readonly StepPlace[] {
  const moved = movesOf(pairs, levels);
  const origins = new Map([...moved].map(([a, b]) => [b, a]));
  const done = new Set<number>();
  return pairs.flatMap(([a, b]): readonly StepPlace[] => {
    const from = b === null ? a : a === null ? origins.get(b) : undefined;
    const to = from === undefined || from === null ? undefined : moved.get(from);
    if (from === undefined || from === null || to === undefined) return [{ expected: a, actual: b, moved: false }];
    if (done.has(from)) return [];
    done.add(from);
    return [{ expected: from, actual: to, moved: true }];
  });
}

function movesOf(pairs: readonly Pair[], levels: readonly Level[]): ReadonlyMap<number, number> {
  const left = new Set(pairs.flatMap(([a, b]) => (a !== null && b === null ? [a] : [])));
  const right = new Set(pairs.flatMap(([a, b]) => (a === null && b !== null ? [b] : [])));
  const moved = new Map<number, number>();
  for (const { expected, actual } of levels) {
    const waiting = new Map<number | undefined, number[]>();
    for (const b of right) waiting.set(actual[b], [...(waiting.get(actual[b]) ?? []), b]);
    for (const a of left) {
      const b = waiting.get(expected[a])?.shift();
      if (b === undefined) continue;
      moved.set(a, b);
      left.delete(a);
      right.delete(b);
    }
  }
  return moved;
}
