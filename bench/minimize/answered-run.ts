import { isDeepStrictEqual } from 'node:util';
import type { Outcome, Place } from '@stepfork/minimize';
import { refundAgent } from './refund-agent.ts';
import type { ModelAnswer, Order, RefundWorld } from './refund-world.ts';

/** A failing run of the buggy agent, to be run again with answers of which something is missing. */
export interface AnsweredRun {
  /** Of the model in their order, then of the tool. */
  readonly answers: readonly unknown[];
  readonly kindOf: (answer: number) => string;
  /** Runs the agent on these answers: those of the model by position, those of the tool by its input. */
  readonly test: (answers: readonly unknown[]) => Promise<Outcome>;
  /** Places that a run on all answers reads. */
  readonly reads: () => Promise<(place: Place) => boolean>;
}

export async function answeredRun({ modelAnswers, orders }: RefundWorld): Promise<AnsweredRun> {
  const answers = [...modelAnswers, ...orders.values()];
  const ids = [...orders.keys()];
  const run = (given: readonly unknown[]): Promise<unknown> => {
    let asked = 0;
    const askModel = async (): Promise<ModelAnswer> => {
      if (asked === modelAnswers.length) throw new NoAnswer();
      return given[asked++] as ModelAnswer;
    };
    const lookupOrder = async ({ order_id }: { readonly order_id: string }): Promise<Order> => {
      if (!orders.has(order_id)) throw new NoAnswer();
      return given[modelAnswers.length + ids.indexOf(order_id)] as Order;
    };
    return refundAgent({ askModel, lookupOrder }, { fixed: false })();
  };
  const wrong = await run(answers);
  return {
    answers,
    kindOf: (answer) => (answer < modelAnswers.length ? 'model' : 'lookup_order'),
    test: async (given) => {
      try {
        return isDeepStrictEqual(await run(given), wrong) ? 'same' : 'other';
      } catch (error) {
        return error instanceof NoAnswer ? 'unresolved' : 'other';
      }
    },
    reads: async () => {
      const read = new Set<string>();
      await run(answers.map((answer, value) => tracked(answer, [value], read)));
      return ({ value, path }) => read.has([value, ...path].join('/'));
    },
  };
}

class NoAnswer extends Error {}

/** The same to who reads it; each place that is read is noted. What is written out as text again is not read. */
function tracked<T>(value: T, path: readonly (string | number)[], read: Set<string>): T {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get: (target, key) => {
      if (key === 'toJSON') return () => target;
      if (typeof key === 'symbol' || !Object.hasOwn(target, key) || (key === 'length' && Array.isArray(target)))
        return Reflect.get(target, key);
      const inside = [...path, key];
      read.add(inside.join('/'));
      return tracked(Reflect.get(target, key), inside, read);
    },
  });
}
