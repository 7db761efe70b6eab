import { expect, test } from 'vitest';
import type { AnswerForm } from '../answer-form.ts';
import { record } from '../recording/record.ts';
import { hookedTool } from './hooked-tool.ts';
import { interceptCall } from './intercept-call.ts';
import { registered } from './registry.ts';
import { tool } from './tool.ts';

const callsOf = async (agent: () => unknown): Promise<unknown> => {
  const { steps } = await record(agent, null);
  return steps.map(({ call, parent }) => [call.name, call.input, call.effect, parent]);
};

const form: AnswerForm = {
  value: (answer) => answer,
  observe: (answer) => answer,
  failure: (error) => ({ error }),
  rebuild: () => null,
  made: (value) => value,
};
const adapterCall = { kind: 'tool', effect: false, stable: false, example: null, form } as const;

test('what a hooked tool passes on under its own name, to another adapter, is one call', async () => {
  const outer = hookedTool('look_up', ({ id }: { readonly id: string }) =>
    interceptCall({ ...adapterCall, name: 'look_up', input: id }, async () => ({ id })),
  );
  expect(await callsOf(() => outer({ id: 'A' }))).toEqual([['look_up', { id: 'A' }, false, null]]);
});

test('another tool in its body is a call of its own, and one of its name further in too', async () => {
  const third = (id: string): Promise<unknown> => interceptCall({ ...adapterCall, name: 'find', input: id }, async () => id);
  const second = tool('ask', third);
  const first = hookedTool('find', async (id: string) => second(id));
  expect(await callsOf(() => first('A'))).toEqual([
    ['find', 'A', false, null],
    ['ask', 'A', false, 0],
    ['find', 'A', false, 1],
  ]);
});

test('a hooked tool steps aside where one of its name is declared by hand: what stands between them is code of the agent', async () => {
  const pay = tool('refund', async (cents: number) => cents, { effect: true });
  const capped = hookedTool('refund', async (cents: number) => pay(Math.min(cents, 100)), { output: { type: 'number' } });
  expect(registered().find(({ name }) => name === 'refund')).toMatchObject({ effect: true, output: null });
  expect(await callsOf(() => capped(4999))).toEqual([['refund', 100, true, null]]);
});

test('a tool that calls itself calls itself, where nothing is hooked', async () => {
  const count: (n: number) => Promise<number> = tool('count', async (n: number) => (n === 0 ? 0 : 1 + (await count(n - 1))));
  expect(await callsOf(() => count(2))).toHaveLength(3);
});
