import { expect, test } from 'vitest';
import { intercepting } from '../running/intercepting.ts';
import { model } from './model.ts';
import { registered } from './registry.ts';

interface Request {
  readonly model: string;
}

async function nameSeen(call: () => Promise<unknown>): Promise<string | undefined> {
  let name: string | undefined;
  await intercepting((live, next) => {
    name = `${live.kind}:${live.name}`;
    return next(live);
  }, call);
  return name;
}

test('a model is named by a text or by what it is asked', async () => {
  const fixed = model('gpt-4o-mini', async (_: Request) => 'hi');
  const named = model(
    (request: Request) => request.model,
    async (_: Request) => 'hi',
  );
  expect(await nameSeen(() => fixed({ model: 'other' }))).toBe('model:gpt-4o-mini');
  expect(await nameSeen(() => named({ model: 'sonnet' }))).toBe('model:sonnet');
});

test.each([
  ['throws', () => JSON.parse('{')],
  ['gives no text', () => 7 as unknown as string],
  ['gives an empty text', () => ''],
])('a name function that %s does not reach the agent: the model is recorded as unknown', async (_, name) => {
  const ask = model(name, async () => 'answer');
  expect(await nameSeen(() => ask())).toBe('model:unknown');
  expect(
    await intercepting(
      (call, next) => next(call),
      () => ask(),
    ),
  ).toBe('answer');
});

test('outside of a run the name function is not called', async () => {
  const ask = model(
    () => {
      throw new Error('must not run');
    },
    async () => 'answer',
  );
  expect(await ask()).toBe('answer');
});

test('a model with a fixed name is registered', () => {
  model('registered-model', async () => null);
  expect(registered()).toContainEqual({
    kind: 'model',
    name: 'registered-model',
    effect: false,
    stable: false,
    example: null,
    output: null,
  });
});
