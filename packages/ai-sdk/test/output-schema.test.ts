import { record } from '@stepfork/interceptor';
import { replay } from '@stepfork/replay';
import { jsonSchema, tool } from 'ai';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hookTools } from '../src/hook-tools.ts';
import { wrapTools } from '../src/wrap-tools.ts';

type Tools = Readonly<Record<string, { readonly execute: (input: object, options: object) => Promise<unknown> }>>;

let bodies = 0;
const json = jsonSchema<{ id: string; cents: number }>({
  type: 'object',
  properties: { id: { type: 'string', minLength: 3 }, cents: { type: 'integer', minimum: 5 } },
  required: ['id', 'cents'],
});
const zod = z.object({ id: z.string().min(3), cents: z.number().int().min(5) });
const named = (name: string, outputSchema: typeof json | typeof zod): object => ({
  [name]: tool({
    inputSchema: jsonSchema<object>({ type: 'object' }),
    outputSchema: outputSchema as typeof json,
    async execute() {
      bodies += 1;
      return { id: 'r-1', cents: 1 };
    },
  }),
});

// One name each: a tool that is wrapped by hand is hooked nowhere in its process.
test.each<[string, Tools]>([
  ['hooked_json', hookTools(named('hooked_json', json)) as Tools],
  ['hooked_zod', hookTools(named('hooked_zod', zod)) as Tools],
  ['wrapped_json', wrapTools(named('wrapped_json', json) as never) as Tools],
])('what nobody recorded of a sink has the shape of its outputSchema: %s', async (name, tools) => {
  const trunk = await record(async () => null, null);
  const agent = async (): Promise<unknown> => tools[name]?.execute({}, {});
  const replayed = await replay({ trunk, forks: [], sealed: true, damage: null }, agent, { policies: { tools: { '*': 'sink' } } });
  expect(replayed.trace.outcome).toEqual({ kind: 'returned', value: { id: 'xxx', cents: 5 } });
  expect(replayed.receipt.entries).toMatchObject([{ how: 'borrowed' }]);
  expect(bodies).toBe(0);
});
