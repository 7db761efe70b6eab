import type { Json } from '../json/json.ts';
import type { Outcome, Step, Trace } from '../trace.ts';
import { alignSteps, type StepPlace } from './align-steps.ts';
import { Causes } from './causes.ts';
import { type Difference, diffJson } from './diff-json.ts';
import { outcomeJson } from './outcome-json.ts';
import type { TraceDifference, TracePoint } from './trace-difference.ts';

/** Which difference another one follows from, by its place in the list; `null` for none. */
type Cause = number | null;

/**
 * Where two recorded runs differ, the first difference first; empty if and only if input, calls, outcomes and the end of the run are equal.
 *
 * Calls are aligned: one that was put in is one difference, not one for each call behind it. A difference follows from an earlier one if it
 * carries on values that changed there; if it is the outcome of a call that was changed, moved, or, being a read, made after other effects;
 * if its call was made inside one that only one run has; or if the other run had ended before. Heads, times and the order of ends are not
 * compared. Decision 5 says why by value.
 */
export function diffTraces(expected: Trace, actual: Trace): readonly TraceDifference[] {
  const comparison = new Comparison(expected, actual);
  comparison.run();
  return comparison.folded();
}

class Comparison {
  readonly #expected: Trace;
  readonly #actual: Trace;
  readonly #points: TracePoint[] = [];
  /** For each point the one under which it is folded: itself, or the first of those from which it follows. */
  readonly #roots: number[] = [];
  readonly #causes: Causes = new Causes();
  /** The difference of a step that one run only has. */
  readonly #lone: { readonly expected: Map<number, number>; readonly actual: Map<number, number> } = {
    expected: new Map(),
    actual: new Map(),
  };
  /** Where a step of the expected run stands in the actual one. */
  #actualOf: ReadonlyMap<number, number> = new Map();
  /** The first difference in which effects were run. */
  #effects: Cause = null;

  constructor(expected: Trace, actual: Trace) {
    this.#expected = expected;
    this.#actual = actual;
  }

  run(): void {
    const places = alignSteps(this.#expected.steps, this.#actual.steps);
    this.#actualOf = new Map(places.flatMap(({ expected, actual }) => (expected === null || actual === null ? [] : [[expected, actual]])));
    const input = under('/run/input', '/run/input', diffJson(this.#expected.run.input, this.#actual.run.input));
    if (input.length > 0) this.#add({ kind: 'run-input-changed', changes: input }, null);
    const end = this.#endOfShorter(places);
    for (const place of places.slice(0, end)) this.#place(place, null);
    // What a run returns is put together from much: one value that was brought before is enough.
    const outcome = outcomeChanges('/outcome', '/outcome', this.#expected.outcome, this.#actual.outcome);
    const ended = outcome.length === 0 ? null : this.#add({ kind: 'run-outcome-changed', changes: outcome }, this.#causes.ofAny(outcome));
    for (const place of places.slice(end)) this.#place(place, ended);
  }

  folded(): readonly TraceDifference[] {
    const followUps = this.#points.map((): TraceDifference[] => []);
    this.#points.forEach((point, at) => {
      const root = this.#roots[at] ?? at;
      if (root !== at) followUps[root]?.push({ ...point, followUps: [] });
    });
    return this.#points.flatMap((point, at) => (this.#roots[at] === at ? [{ ...point, followUps: followUps[at] ?? [] }] : []));
  }

  #add(point: TracePoint, cause: Cause): number {
    const at = this.#points.length;
    this.#points.push(point);
    this.#roots.push(cause === null ? at : (this.#roots[cause] ?? cause));
    this.#causes.add(point.changes, at);
    return at;
  }

  // One run broke off, and the other made more calls: that it ended is the difference, the calls follow from it.
  #endOfShorter(places: readonly StepPlace[]): number {
    const [expected, actual] = [this.#expected.outcome.kind === 'returned', this.#actual.outcome.kind === 'returned'];
    if (expected === actual) return places.length;
    const brokenOff = expected ? 'actual' : 'expected';
    return places.findLastIndex((place) => place[brokenOff] !== null) + 1;
  }

  #place({ expected, actual, moved }: StepPlace, ended: Cause): void {
    const [before, after] = [this.#expected.steps[expected ?? -1], this.#actual.steps[actual ?? -1]];
    if (before !== undefined && after !== undefined) this.#pair(before, after, moved);
    else if (before !== undefined) this.#single('expected', before, ended);
    else if (after !== undefined) this.#single('actual', after, ended);
  }

  #single(side: 'expected' | 'actual', step: Step, ended: Cause): void {
    const { index, parent, call, outcome } = step;
    const value = { call: { ...call }, outcome: outcomeJson(outcome) };
    const around = parent === null ? null : (this.#lone[side].get(parent) ?? null);
    // A model names the tools that it wants to be called.
    const asked = call.kind === 'tool' ? this.#causes.ofText(side, call.name) : null;
    const cause = around ?? asked ?? this.#inputCause(side, step) ?? ended;
    const path = `/steps/${index}`;
    const of = { kind: call.kind, name: call.name };
    const point: TracePoint =
      side === 'expected'
        ? { kind: 'call-removed', expected: index, call: of, changes: [{ path, kind: 'removed', expected: value }] }
        : { kind: 'call-added', actual: index, call: of, changes: [{ path, kind: 'added', actual: value }] };
    const at = this.#add(point, cause);
    this.#lone[side].set(index, at);
    const came = wholeOf(outcome);
    this.#causes.addWhole(side === 'expected' ? came : undefined, side === 'actual' ? came : undefined, at);
    if (call.effect) this.#effects ??= at;
  }

  // What is new in it since the last call of that name: an agent may send its whole history with each call.
  #inputCause(side: 'expected' | 'actual', { index, call }: Step): Cause {
    const { steps } = side === 'expected' ? this.#expected : this.#actual;
    const last = steps.slice(0, index).findLast((other) => other.call.kind === call.kind && other.call.name === call.name)?.call.input;
    return this.#causes.ofNews(side, diffJson(last, call.input));
  }

  #pair(expected: Step, actual: Step, moved: boolean): void {
    const isEffect = expected.call.effect || actual.call.effect;
    const [from, to] = [`/steps/${expected.index}`, `/steps/${actual.index}`];
    const pair = {
      expected: expected.index,
      actual: actual.index,
      call: { kind: expected.call.kind, name: expected.call.name },
    };
    const move = moved ? this.#add({ kind: 'call-moved', ...pair, changes: [] }, null) : null;
    const input = under(`${from}/call/input`, `${to}/call/input`, diffJson(expected.call.input, actual.call.input));
    const effect = under(`${from}/call/effect`, `${to}/call/effect`, diffJson(expected.call.effect, actual.call.effect));
    const caller = this.#callerChanges(expected, actual);
    const changes = [...input, ...effect, ...caller];
    const call =
      changes.length === 0 ? null : this.#add({ kind: 'call-changed', ...pair, changes }, this.#callCause(expected, actual, input, effect));
    if (isEffect) this.#effects ??= move ?? (input.length > 0 || effect.length > 0 ? call : null);
    const outcome = outcomeChanges(`${from}/outcome`, `${to}/outcome`, expected.outcome, actual.outcome);
    if (outcome.length === 0) return;
    const isRead = expected.call.kind === 'tool' && !isEffect;
    const cause = (input.length > 0 ? call : null) ?? move ?? this.#causes.of(outcome) ?? (isRead ? this.#effects : null);
    const at = this.#add({ kind: 'outcome-changed', ...pair, changes: outcome }, cause);
    this.#causes.addWhole(wholeOf(expected.outcome), wholeOf(actual.outcome), at);
  }

  #callCause(expected: Step, actual: Step, input: readonly Difference[], effect: readonly Difference[]): Cause {
    if (effect.length > 0) return null;
    return input.length > 0 ? this.#causes.of(input) : this.#loneCaller(expected, actual);
  }

  #loneCaller({ parent: before }: Step, { parent: after }: Step): Cause {
    return (before === null ? null : this.#lone.expected.get(before)) ?? (after === null ? null : this.#lone.actual.get(after)) ?? null;
  }

  // Indices shift, so callers are equal if they are aligned.
  #callerChanges(expected: Step, actual: Step): readonly Difference[] {
    const caller = expected.parent === null ? null : this.#actualOf.get(expected.parent);
    if (caller === actual.parent) return [];
    return [{ path: `/steps/${expected.index}/parent`, kind: 'changed', expected: expected.parent, actual: actual.parent }];
  }
}

/** An outcome of another kind is one change, not one for each part. */
function outcomeChanges(from: string, to: string, expected: Outcome, actual: Outcome): readonly Difference[] {
  const [before, after] = [outcomeJson(expected), outcomeJson(actual)];
  if (expected.kind !== actual.kind) return [{ path: from, kind: 'changed', expected: before, actual: after }];
  return under(from, to, diffJson(before, after));
}

/** What came back as one value. */
function wholeOf(outcome: Outcome): Json | undefined {
  return outcome.kind === 'returned' ? outcome.value : undefined;
}

/** The differences of two parts as those of the wholes. */
function under(from: string, to: string, differences: readonly Difference[]): readonly Difference[] {
  return differences.map((difference) => ({ ...difference, path: `${difference.kind === 'added' ? to : from}${difference.path}` }));
}
