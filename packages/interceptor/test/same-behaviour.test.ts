import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tool } from '../src/declaring/tool.ts';
import { record } from '../src/recording/record.ts';

/** A small program of an agent. What it does is told by numbers only, so that two runs of it can be compared. */
type Program =
  | {
      readonly kind: 'call';
      readonly ticks: number;
      readonly body: 'sync' | 'async' | 'thenable';
      readonly throws: boolean;
      readonly caught: boolean;
    }
  | {
      readonly kind: 'stream';
      readonly chunks: number;
      readonly ticks: number;
      readonly breaksAt: number;
      readonly leavesAt: number;
      readonly form: 'generator' | 'iterable' | 'web';
    }
  | { readonly kind: 'tick'; readonly count: number }
  | { readonly kind: 'all' | 'race' | 'sequence'; readonly parts: readonly Program[] }
  | { readonly kind: 'nested'; readonly part: Program };

const small = fc.integer({ min: 0, max: 3 });
const { program } = fc.letrec<{ program: Program }>((tie) => ({
  program: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      kind: fc.constant('call' as const),
      ticks: small,
      body: fc.constantFrom('sync' as const, 'async' as const, 'thenable' as const),
      throws: fc.boolean(),
      caught: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('stream' as const),
      chunks: small,
      ticks: small,
      breaksAt: fc.integer({ min: 1, max: 5 }),
      leavesAt: fc.integer({ min: 1, max: 5 }),
      form: fc.constantFrom('generator' as const, 'iterable' as const, 'web' as const),
    }),
    fc.record({ kind: fc.constant('tick' as const), count: fc.integer({ min: 0, max: 9 }) }),
    fc.record({
      kind: fc.constantFrom('all' as const, 'race' as const, 'sequence' as const),
      parts: fc.array(tie('program'), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('nested' as const), part: tie('program') }),
  ),
}));

async function ticks(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await undefined;
}

type Stream = Extract<Program, { readonly kind: 'stream' }>;

async function* chunksOf({ chunks, ticks: count, breaksAt }: Stream): AsyncGenerator<number> {
  for (let n = 1; n <= chunks; n += 1) {
    await ticks(count);
    if (n === breaksAt) throw new Error('broken');
    yield n;
  }
}

function streamOf(stream: Stream): AsyncIterable<number> {
  const source = chunksOf(stream);
  switch (stream.form) {
    case 'generator':
      return source;
    case 'iterable':
      return { [Symbol.asyncIterator]: () => ({ next: () => source.next() }) };
    case 'web':
      return new ReadableStream<number>(
        {
          async pull(controller) {
            const { done, value } = await source.next();
            if (done) controller.close();
            else controller.enqueue(value);
          },
        },
        { highWaterMark: 0 },
      );
  }
}

/** The log of all that the program could notice, and its settling. */
async function observe(main: Program, run: (agent: () => Promise<void>) => Promise<unknown>): Promise<readonly string[]> {
  const log: string[] = [];
  let ids = 0;
  const call = tool('call', (program: Extract<Program, { readonly kind: 'call' }>, id: number): unknown => {
    log.push(`body ${id}`);
    const settle = (): string => {
      log.push(`settles ${id}`);
      if (program.throws) throw new Error(`error ${id}`);
      return `value ${id}`;
    };
    switch (program.body) {
      case 'sync':
        return settle();
      case 'async':
        return ticks(program.ticks).then(settle);
      case 'thenable':
        // biome-ignore lint/suspicious/noThenProperty: the behaviour of thenables is what is tested.
        return { then: (resolve: (value: string) => void) => resolve(`value ${id}`) };
    }
  });
  const stream = tool('stream', (program: Stream) => streamOf(program));
  const nested = tool('nested', (part: Program) => step(part));

  async function step(program: Program): Promise<void> {
    const id = ids++;
    switch (program.kind) {
      case 'call':
        try {
          log.push(`${id}: ${await call(program, id)}`);
        } catch (error) {
          log.push(`${id}: ${String(error)}`);
          if (!program.caught) throw error;
        }
        return;
      case 'stream': {
        let read = 0;
        try {
          for await (const chunk of await stream(program)) {
            log.push(`${id}: chunk ${chunk}`);
            read += 1;
            if (read === program.leavesAt) break;
          }
        } catch (error) {
          log.push(`${id}: ${String(error)}`);
        }
        log.push(`${id}: read`);
        return;
      }
      case 'tick':
        await ticks(program.count);
        log.push(`${id}: ticked`);
        return;
      case 'all':
        await Promise.all(program.parts.map(step));
        log.push(`${id}: all`);
        return;
      case 'race':
        await Promise.race(program.parts.map(step));
        log.push(`${id}: race`);
        return;
      case 'sequence':
        for (const part of program.parts) await step(part);
        log.push(`${id}: sequence`);
        return;
      case 'nested':
        await nested(program.part);
        log.push(`${id}: nested`);
        return;
    }
  }

  await run(async () => {
    await step(main).catch((error: unknown) => log.push(`main: ${String(error)}`));
    log.push('main settled');
    // What the losers of races still do is compared too.
    await ticks(200);
  });
  return log;
}

test('an agent notices nothing of being recorded, to the microtask', async () => {
  await fc.assert(
    fc.asyncProperty(program, async (main) => {
      const plain = await observe(main, (agent) => agent());
      const recorded = await observe(main, (agent) => record(agent, null, { drainMs: 0 }));
      expect(recorded).toEqual(plain);
    }),
    { numRuns: 400 },
  );
});

test('nor of a tool that is looked at without being recorded', async () => {
  await fc.assert(
    fc.asyncProperty(program, async (main) => {
      const plain = await observe(main, (agent) => agent());
      const looked = await observe(main, (agent) => record(agent, null, { drainMs: 0, intercept: (call, next) => next(call) }));
      expect(looked).toEqual(plain);
    }),
    { numRuns: 100 },
  );
});
