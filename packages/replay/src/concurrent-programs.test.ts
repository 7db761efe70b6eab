import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replay } from './replay.ts';

/** A small agent as data. */
type Program =
  | { readonly kind: 'call' | 'sleep' | 'timer'; readonly ms: number }
  | { readonly kind: 'stream'; readonly gaps: readonly number[] }
  | { readonly kind: 'turn' | 'draw' | 'fail' }
  | { readonly kind: 'all' | 'sequence' | 'race'; readonly parts: readonly Program[] }
  | { readonly kind: 'timeout'; readonly ms: number; readonly part: Program };

// The same programs in every run, at other times; others are looked for with CONCURRENT_SEED=1, 2, …
const seeded = { seed: Number(process.env.CONCURRENT_SEED ?? -822220342) };

const ms = fc.nat(4);
const { program } = fc.letrec<{ program: Program }>((tie) => ({
  program: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constantFrom('call', 'call', 'sleep', 'timer'), ms }),
    fc.record({ kind: fc.constant('stream'), gaps: fc.array(ms, { maxLength: 3 }) }),
    fc.record({ kind: fc.constantFrom('turn', 'draw', 'fail') }),
    fc.record({ kind: fc.constantFrom('all', 'sequence', 'race'), parts: fc.array(tie('program'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ kind: fc.constant('timeout'), ms, part: tie('program') }),
  ) as fc.Arbitrary<Program>,
}));

const wait = (delay: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delay));
const work = tool('concurrent_work', async ({ delay }: { readonly at: string; readonly delay: number }) => {
  await wait(delay);
  return delay;
});
const broken = tool('concurrent_broken', async ({ at }: { readonly at: string }) => {
  await wait(1);
  throw new Error(`broken at ${at}`);
});
const flow = tool('concurrent_flow', async function* ({ gaps }: { readonly at: string; readonly gaps: readonly number[] }) {
  for (const gap of gaps) {
    await wait(gap);
    yield gap;
  }
  // What ends in one and the same turn of the event loop comes in turns of its own in a replay: see the decision on time.
  await wait(1);
});

/** Runs the program; what it notes is all that can be seen of it. */
function agentOf(root: Program): () => Promise<readonly string[]> {
  return async () => {
    const history: string[] = [];
    const run = async (part: Program, at: string): Promise<void> => {
      switch (part.kind) {
        case 'call':
          history.push(`${at} gave ${await work({ at, delay: part.ms })} ms`);
          return;
        case 'fail':
          await broken({ at }).catch((error: Error) => history.push(error.message));
          return;
        case 'sleep':
          await sleep(part.ms);
          break;
        case 'timer':
          await wait(part.ms);
          break;
        case 'turn':
          await new Promise((resolve) => setImmediate(resolve));
          break;
        case 'draw':
          history.push(`${at} drew ${randomUUID()} ${Math.random()} ${Date.now()} ${performance.now()}`);
          return;
        case 'stream':
          for await (const chunk of await flow({ at, gaps: part.gaps })) history.push(`${at} chunk ${chunk}`);
          break;
        case 'all':
          await Promise.all(part.parts.map((one, i) => run(one, `${at}.${i}`)));
          break;
        case 'race':
          await Promise.race(part.parts.map((one, i) => run(one, `${at}.${i}`)));
          break;
        case 'sequence':
          for (const [i, one] of part.parts.entries()) await run(one, `${at}.${i}`);
          break;
        case 'timeout': {
          const late = Symbol('late');
          const first = await Promise.race([run(part.part, `${at}.0`), wait(part.ms).then(() => late)]);
          history.push(`${at} ${first === late ? 'timed out' : 'in time'}`);
          break;
        }
      }
      history.push(`${at} done`);
    };
    await run(root, '0');
    return [...history];
  };
}

function hasTurn(part: Program): boolean {
  if ('parts' in part) return part.parts.some(hasTurn);
  return part.kind === 'turn' || (part.kind === 'timeout' && hasTurn(part.part));
}

const seen = ({ outcome, steps }: Trace): unknown => ({ outcome, calls: steps.map(({ call }) => call) });

test('1,000 small concurrent programs: five replays of a recording do what it did', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(program, { minLength: 40, maxLength: 40 }), async (programs) => {
      const agents = programs.map(agentOf);
      // At the same time, so that they get into each other's way and times are as they happen to be.
      const trunks = await Promise.all(agents.map((agent) => record(agent, null)));
      for (const [i, trunk] of trunks.entries()) {
        const agent = agents[i] as () => Promise<unknown>;
        // Turns of the event loop are not recorded: who waits for some and for a timer, too, need not have met the same order then.
        let first: unknown = hasTurn(programs[i] as Program) ? null : seen(trunk);
        for (let time = 0; time < 5; time += 1) {
          const { trace, stop } = await replay(traceFile(trunk), agent);
          expect(stop, JSON.stringify(programs[i])).toBeNull();
          first ??= seen(trace);
          expect(seen(trace), JSON.stringify(programs[i])).toEqual(first);
        }
      }
    }),
    { numRuns: 25, endOnFailure: true, ...seeded },
  );
});

/** The program without its first call: where it was, something is drawn. */
function withoutCall(part: Program): Program {
  let isGone = false;
  const change = (one: Program): Program => {
    if (isGone) return one;
    if ('parts' in one) return { ...one, parts: one.parts.map(change) };
    if (one.kind === 'timeout') return { ...one, part: change(one.part) };
    if (one.kind !== 'call' && one.kind !== 'stream' && one.kind !== 'fail') return one;
    isGone = true;
    return { kind: 'draw' };
  };
  return change(part);
}

/** The program without its first timer, and with others where there were none. */
function withOtherTimers(part: Program): Program {
  let isGone = false;
  const change = (one: Program): Program => {
    if ('parts' in one) return { ...one, parts: [...one.parts.map(change), { kind: 'timer', ms: 2 }] };
    if (one.kind === 'timeout') return { kind: 'timeout', ms: one.ms + 1, part: change(one.part) };
    if (isGone || (one.kind !== 'sleep' && one.kind !== 'timer')) return one;
    isGone = true;
    return { kind: 'draw' };
  };
  return change(part);
}

test.each([
  ['drops a call', withoutCall],
  ['drops a timer and sets others', withOtherTimers],
  ['does both', (part: Program) => withOtherTimers(withoutCall(part))],
])('a fix that %s comes to its end, whatever else is on', async (_name, fix) => {
  await fc.assert(
    fc.asyncProperty(fc.array(program, { minLength: 40, maxLength: 40 }), async (programs) => {
      const trunks = await Promise.all(programs.map((one) => record(agentOf(one), null)));
      for (const [i, trunk] of trunks.entries()) {
        const fixed = fix(programs[i] as Program);
        const { stop } = await replay(traceFile(trunk), agentOf(fixed), { timeoutMs: 2000 });
        expect(stop, JSON.stringify(fixed)).toBeNull();
      }
    }),
    { numRuns: 5, endOnFailure: true, ...seeded },
  );
});
