/** Items that belong together, by index; `null` on the side that has none. */
export type Pair = readonly [expected: number | null, actual: number | null];

/** Places that were put in or taken out of a list until we stop looking for the least number of them. */
const maxEdits = 400;
/** Pairs of items between two equal ones until likeness is no longer asked. */
const maxCompared = 2_500;

/**
 * Aligns two lists so that as many equal items as possible meet, in order; what stands between them is paired by likeness.
 *
 * Equal items have equal numbers. `likeness` of two unequal items: 0 for nothing in common, else more for more. Beyond 400 edits, lists are
 * compared place by place.
 *
 * @see Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1986.
 */
export function alignItems(
  expected: readonly number[],
  actual: readonly number[],
  likeness: (expected: number, actual: number) => number,
): readonly Pair[] {
  let start = 0;
  while (start < expected.length && start < actual.length && expected[start] === actual[start]) start++;
  let end = 0;
  while (end < Math.min(expected.length, actual.length) - start && expected.at(-1 - end) === actual.at(-1 - end)) end++;

  const pairs: Pair[] = range(start).map((at) => [at, at]);
  const middle = commonItems(expected.slice(start, expected.length - end), actual.slice(start, actual.length - end));
  const anchors = [...middle.map(([a, b]) => [a + start, b + start] as const), [expected.length - end, actual.length - end] as const];
  let [fromExpected, fromActual] = [start, start];
  for (const [toExpected, toActual] of anchors) {
    // One by one: as arguments of one call, the pairs of a long list would overflow the stack.
    for (const pair of pairGap(fromExpected, toExpected, fromActual, toActual, likeness)) pairs.push(pair);
    if (toExpected < expected.length - end) pairs.push([toExpected, toActual]);
    [fromExpected, fromActual] = [toExpected + 1, toActual + 1];
  }
  for (let at = end; at > 0; at--) pairs.push([expected.length - at, actual.length - at]);
  return pairs;
}

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, at) => at);
}

// The greedy walk of Myers: round `d` holds, for each diagonal k, how far down `expected` one gets with d edits.
function commonItems(expected: readonly number[], actual: readonly number[]): readonly (readonly [number, number])[] {
  const n = expected.length;
  const m = actual.length;
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= Math.min(n + m, maxEdits); edits++) {
    const round = new Int32Array(2 * edits + 1);
    rounds.push(round);
    for (let k = -edits; k <= edits; k += 2) {
      let x = edits === 0 ? 0 : stepInto(rounds, edits, k).x;
      while (x < n && x - k < m && expected[x] === actual[x - k]) x++;
      round[k + edits] = x;
      if (x >= n && x - k >= m) return walkBack(rounds, n, m);
    }
  }
  return [];
}

// The better one of the two edits that lead to diagonal k: an item put in (from k + 1), or one taken out (from k - 1).
function stepInto(
  rounds: readonly Int32Array[],
  edits: number,
  k: number,
): { readonly x: number; readonly fromX: number; readonly fromK: number } {
  const before = rounds[edits - 1] as Int32Array;
  const above = before[k + 1 + edits - 1] ?? -1;
  const left = before[k - 1 + edits - 1] ?? -1;
  return k === -edits || (k !== edits && left < above)
    ? { x: above, fromX: above, fromK: k + 1 }
    : { x: left + 1, fromX: left, fromK: k - 1 };
}

function walkBack(rounds: readonly Int32Array[], n: number, m: number): readonly (readonly [number, number])[] {
  const common: (readonly [number, number])[] = [];
  let [x, y] = [n, m];
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const step = edits === 0 ? { fromX: 0, fromK: 0 } : stepInto(rounds, edits, x - y);
    const fromY = step.fromX - step.fromK;
    while (x > step.fromX && y > fromY) common.push([--x, --y]);
    [x, y] = [step.fromX, fromY];
  }
  return common.reverse();
}

function pairGap(
  fromExpected: number,
  toExpected: number,
  fromActual: number,
  toActual: number,
  likeness: (expected: number, actual: number) => number,
): readonly Pair[] {
  const n = toExpected - fromExpected;
  const m = toActual - fromActual;
  const met = n === 0 || m === 0 ? [] : n * m > maxCompared ? range(Math.min(n, m)).map((at) => [at, at] as const) : mostAlike(n, m, score);
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  for (const [toI, toJ] of [...met, [n, m] as const]) {
    while (i < toI) pairs.push([fromExpected + i++, null]);
    while (j < toJ) pairs.push([null, fromActual + j++]);
    if (i < n && j < m) pairs.push([fromExpected + i++, fromActual + j++]);
  }
  return pairs;

  // Any two are better paired than not; more likeness goes first.
  function score(a: number, b: number): number {
    return 1 + 1_000 * likeness(fromExpected + a, fromActual + b);
  }
}

function mostAlike(n: number, m: number, score: (a: number, b: number) => number): readonly (readonly [number, number])[] {
  const width = m + 1;
  const best = new Float64Array((n + 1) * width);
  const cell = (i: number, j: number): number => best[i * width + j] as number;
  const scores = new Float64Array(n * m);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      scores[i * m + j] = score(i, j);
      best[i * width + j] = Math.max((scores[i * m + j] as number) + cell(i + 1, j + 1), cell(i + 1, j), cell(i, j + 1));
    }
  }
  const met: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < n && j < m; ) {
    if (cell(i, j) === (scores[i * m + j] as number) + cell(i + 1, j + 1)) met.push([i++, j++]);
    else if (cell(i, j) === cell(i + 1, j)) i++;
    else j++;
  }
  return met;
}
