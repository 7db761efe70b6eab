import { model, record, tool } from '@stepfork/interceptor';
import { replay } from '@stepfork/replay';
import { traceFile } from '@stepfork/testkit';
import { type Trace, writeTrace } from '@stepfork/trace';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepSteps } from './keep-steps.ts';
import { type Minimization, minimize } from './minimize.ts';
import type { Unit } from './payload-passes.ts';
import { runHere } from './run-here.ts';
import { turnsOf } from './turns-of.ts';

interface World {
  /** Of each turn, the orders that it asks for: these are looked up beside each other. */
  readonly turns: readonly (readonly { readonly isOdd: boolean }[])[];
  readonly needed: number;
  readonly streams: boolean;
}

/** Some turns, one to three calls each; it fails where `needed` odd orders came together. */
const worlds: fc.Arbitrary<World> = fc
  .record({
    turns: fc.array(fc.array(fc.record({ isOdd: fc.boolean() }), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 7 }),
    needed: fc.integer({ min: 1, max: 3 }),
    streams: fc.boolean(),
  })
  .filter(({ turns, needed }) => turns.flat().filter(({ isOdd }) => isOdd).length >= needed);

function agentIn({ turns, needed, streams }: World): () => Promise<number> {
  const answer = (at: number): string => JSON.stringify({ ids: turns[at]?.map((_, place) => `${at}-${place}`) ?? [] });
  const ask = model('gpt', ({ history }: { history: readonly unknown[] }): AsyncIterable<string> | Promise<string> => {
    const text = answer(history.length);
    return streams ? inPieces(text) : Promise.resolve(text);
  });
  const lookUp = tool('look_up', async ({ id }: { id: string }) => {
    const [turn = 0, place = 0] = id.split('-').map(Number);
    return { ...turns[turn]?.[place], note: 'Left at the door.' };
  });
  return async () => {
    const history: unknown[] = [];
    let odd = 0;
    for (;;) {
      let text = '';
      for await (const piece of (await ask({ history: [...history] })) as AsyncIterable<string> | string) text += piece;
      const { ids } = JSON.parse(text) as { readonly ids: readonly string[] };
      if (ids.length === 0) return odd;
      const orders = await Promise.all(ids.map((id) => lookUp({ id })));
      odd += orders.filter(({ isOdd }) => isOdd).length;
      if (odd >= needed) throw new TypeError('too many are odd');
      history.push({ text, orders });
    }
  };
}

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
}

async function smallerOf(agent: () => Promise<number>, recording: Trace, unit: Unit): Promise<Extract<Minimization, { trace: Trace }>> {
  const done = await minimize(recording, {
    run: runHere({ buggy: agent }),
    hasFixed: false,
    root: import.meta.dirname,
    unit,
  });
  if (done.kind === 'refused') throw new Error(JSON.stringify(done.refusal));
  return done;
}

async function failsOn(agent: () => Promise<number>, trace: Trace, match: 'key' | 'position'): Promise<boolean> {
  const { stop, trace: actual } = await replay(traceFile(trace), agent, { match });
  return stop === null && actual.outcome.kind === 'threw' && JSON.stringify(actual.outcome.error).includes('too many are odd');
}

const bytesOf = async (trace: Trace): Promise<string> => Buffer.from(await writeTrace(traceFile(trace), 'text')).toString();
const outcomesOf = ({ steps }: Trace): readonly string[] =>
  steps.map(({ call, outcome }) =>
    JSON.stringify([call.name, outcome.kind === 'streamed' ? outcome.chunks.map(({ value }) => value) : outcome]),
  );

describe('a minimized run with streamed answers and calls beside each other', () => {
  it('is a part of the run, fails as it did, needs each of its turns, and is minimal when it is minimized again', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const agent = agentIn(world);
        const recording = await record(agent, null);
        const { trace, proven, kind, counts } = await smallerOf(agent, recording, 'turns');
        expect([proven, await failsOn(agent, trace, 'key')]).toEqual([true, true]);
        const all = outcomesOf(recording);
        for (const outcome of outcomesOf(trace)) expect(all).toContain(outcome);
        for (const { steps } of turnsOf(trace)) {
          const rest = keepSteps(trace, ({ index }) => !steps.includes(index));
          expect(await failsOn(agent, rest, 'position')).toBe(false);
        }
        const again = await smallerOf(agent, trace, 'turns');
        expect([again.kind, await bytesOf(again.trace)]).toEqual(['already-minimal', await bytesOf(trace)]);
        // The same from the same recording.
        const twice = await smallerOf(agent, recording, 'turns');
        expect([twice.kind, await bytesOf(twice.trace), twice.counts]).toEqual([kind, await bytesOf(trace), counts]);
      }),
      { seed: 2026, numRuns: 12 },
    );
  });

  it('with its payload cut it fails as it did, says less, and is minimal when it is minimized again', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const agent = agentIn(world);
        const recording = await record(agent, null);
        const { trace, proven, after, before } = await smallerOf(agent, recording, 'classes');
        expect([proven, await failsOn(agent, trace, 'key')]).toEqual([true, true]);
        expect(after.bytes).toBeLessThanOrEqual(before.bytes);
        const again = await smallerOf(agent, trace, 'classes');
        expect([again.kind, await bytesOf(again.trace)]).toEqual(['already-minimal', await bytesOf(trace)]);
      }),
      { seed: 2026, numRuns: 8 },
    );
  });
});
