import type { Json, Trace } from '@stepfork/trace';
import { keepSteps } from '../keep-steps.ts';
import { type Turn, turnsOf } from '../turns-of.ts';
import { formsOf, leavesOf } from '../value-forms.ts';
import { listPass } from './list-pass.ts';
import type { Pass } from './pass.ts';

/** Whole turns: an answer of a model with the calls that it drives. @param values what went wrong: turns that gave it are likely needed */
export function turnPass(values: readonly Json[]): Pass {
  return listPass<Turn>({
    name: 'turns',
    items: turnsOf,
    build(trace, kept) {
      const steps = new Set(kept.flatMap((turn) => turn.steps));
      return keepSteps(trace, ({ index }) => steps.has(index));
    },
    label: ({ steps, names }) => `${steps.length === 1 ? `step ${steps[0]}` : `steps ${steps[0]}-${steps.at(-1)}`} (${names.join(', ')})`,
    likely: (trace, turns) => likelyTurns(trace, turns, values),
  });
}

/** A value that stands in so many turns says nothing about where it came from. */
const rare = 0.2;
const shortest = 4;

/** The last turn, and those whose answers hold a value that went wrong, as it is or as a number scaled by money's usual factors. */
function likelyTurns(trace: Trace, turns: readonly Turn[], values: readonly Json[]): (turn: Turn) => boolean {
  const texts = new Map(turns.map((turn) => [turn, JSON.stringify(turn.steps.map((index) => trace.steps[index]?.outcome))]));
  const wanted = [...new Set(values.flatMap(leavesOf).flatMap((leaf) => formsOf(leaf, shortest)))].filter((text) => {
    const holders = [...texts.values()].filter((one) => one.includes(text)).length;
    return holders > 0 && holders <= Math.max(2, turns.length * rare);
  });
  const last = turns.at(-1);
  return (turn) => turn === last || wanted.some((text) => texts.get(turn)?.includes(text) === true);
}
