import type { Step, Trace } from '@stepfork/trace';

/** What goes together: an answer of a model with the calls that it drives, or a call that no answer drives. */
export interface Turn {
  /** Indices, in the order of starts; of calls inside bodies too. */
  readonly steps: readonly number[];
  readonly names: readonly string[];
  readonly isModel: boolean;
}

/** The turns of a run: a call belongs to the answer that had come last when it started. */
export function turnsOf({ steps }: Trace): readonly Turn[] {
  const turns: { steps: number[]; names: string[]; first: Step; isModel: boolean }[] = [];
  const turnOf = new Map<number, (typeof turns)[number]>();
  for (const step of steps) {
    const { index, parent, call } = step;
    let turn = parent === null ? undefined : turnOf.get(parent);
    if (parent === null && call.kind === 'tool') turn = lastAnswered(step);
    if (turn === undefined) {
      turn = { steps: [], names: [], first: step, isModel: call.kind === 'model' };
      turns.push(turn);
    }
    turn.steps.push(index);
    if (parent === null) turn.names.push(call.name);
    turnOf.set(index, turn);
  }
  return turns;

  function lastAnswered({ startedAtMs }: Step): (typeof turns)[number] | undefined {
    return turns
      .filter(({ isModel, first }) => isModel && first.endedAtMs !== null && first.endedAtMs <= startedAtMs)
      .toSorted((a, b) => (a.first.endOrder ?? 0) - (b.first.endOrder ?? 0))
      .at(-1);
  }
}
