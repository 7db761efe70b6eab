import { model, record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './check.ts';
import { judge } from './judging/judge.ts';
import { replay } from './replay.ts';

/** One thing that a random agent does. With `looks`, what it asks depends on what it heard last. */
interface Act {
  readonly what: 'read' | 'pay' | 'ask' | 'talk' | 'leave' | 'fail' | 'order' | 'all';
  readonly n: number;
  readonly looks: boolean;
}

// The world keeps books, so that the same question has another answer after an effect.
let balance = 0;
let bodies = 0;
const counted = <T>(value: T): T => {
  bodies += 1;
  return value;
};
const read = tool('read', async (given: object) => counted({ balance, given }));
const pay = tool(
  'pay',
  async ({ n }: { n: number }) => {
    balance -= n + 1;
    return counted({ left: balance });
  },
  { effect: true },
);
const order = tool('order', async (given: { n: number }) => counted({ paid: await pay(given), seen: await read(given) }));
const ask = model('gpt', async (given: object) => counted(`you said ${JSON.stringify(given)}`));
const fail = tool(
  'fail',
  async ({ n }: { n: number }): Promise<never> => counted(Promise.reject(Object.assign(new RangeError(`no ${n}`), { code: `E${n}` }))),
);
const talk = model('talk', async ({ n }: { n: number }) =>
  counted(
    (async function* () {
      for (let at = 0; at <= n; at++) yield { at, balance };
      if (n === 2) throw new Error('line dropped');
    })(),
  ),
);

async function act({ what, n, looks }: Act, heard: readonly unknown[]): Promise<unknown> {
  const given = { n, ...(looks && { heard: heard.at(-1) }) };
  switch (what) {
    case 'read':
      return read(given);
    case 'pay':
      return pay(given);
    case 'ask':
      return ask({ history: [...heard], given });
    case 'order':
      return order(given);
    case 'fail':
      return fail(given).catch((error: unknown) => `${error instanceof RangeError} ${String(error)} ${(error as { code: string }).code}`);
    case 'all':
      return Promise.all([read({ n }), read({ n: n + 1 }), read({ n })]);
    case 'talk':
    case 'leave': {
      const chunks: unknown[] = [];
      try {
        for await (const chunk of await talk(given)) {
          chunks.push(chunk);
          if (what === 'leave') break;
        }
      } catch (error) {
        chunks.push(String(error));
      }
      return chunks;
    }
  }
}

const agent = async (program: readonly Act[]): Promise<unknown> => {
  const heard: unknown[] = [];
  for (const one of program) heard.push(await act(one, heard));
  return heard;
};

const program = fc.array(
  fc.record({
    what: fc.constantFrom<Act['what']>('read', 'pay', 'ask', 'talk', 'leave', 'fail', 'order', 'all'),
    n: fc.nat(2),
    looks: fc.boolean(),
  }),
  { maxLength: 8 },
);

/** What can be seen of a run from outside of the bodies. */
function history({ steps, outcome }: Trace): unknown {
  const outer = steps.filter(({ parent }) => parent === null);
  return {
    outcome,
    steps: outer.map(({ call, outcome: came }) => [
      call,
      came.kind === 'streamed' ? [came.chunks.map(({ value }) => value), came.end] : came,
    ]),
  };
}

test('unchanged code does in a replay what it did when it was recorded, and no body runs', async () => {
  await fc.assert(
    fc.asyncProperty(program, async (acts) => {
      balance = 10;
      const trunk = await record(agent, acts);
      bodies = 0;
      const { trace: actual, stop, receipt } = await replay(traceFile(trunk), agent);
      expect(stop).toBeNull();
      expect(history(actual)).toEqual(history(trunk));
      expect(receipt.unused).toEqual([]);
      expect(receipt.entries.every(({ how }) => how === 'exact')).toBe(true);
      expect(bodies).toBe(0);
      // So the verdict on it is that on the recording itself.
      const claim = { returns: [], calls: [{ tool: 'pay', times: 0 }] };
      const { verdict } = await check({ traces: traceFile(actual), agent, claim });
      expect(verdict).toEqual(judge(actual, claim).length === 0 ? { kind: 'pass' } : { kind: 'fail', findings: judge(actual, claim) });
    }),
    { numRuns: 200 },
  );
});
