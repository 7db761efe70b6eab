import { beforeAll, expect, test } from 'vitest';
import { type AllMeasured, expectSameForms, type Measured, measured, rightTwoTools } from './measured.ts';

let { agents, two, forms }: AllMeasured = { agents: {}, two: {}, forms: null };
beforeAll(async () => {
  ({ agents, two, forms } = await measured('openai-agents.mjs'));
});

test('wrapped by hand they are recorded in the same way', () => {
  expectSameForms(forms);
});

test.each(['run', 'streamed'])('two tools, recorded, replayed and corrected: %s', (name) => {
  expect(two[name]).toEqual(rightTwoTools);
});

const body = ['Paris', 'object'];
const asked = ['tool', 'get_weather', { city: 'Paris' }, null, 'returned'];

test.each(['chat', 'responses', 'streamed'])('the tool of an OpenAI agent is recorded, and its body does not run again: %s', (name) => {
  const { met, calls, bodies, replayed } = agents[name] as Measured;
  expect({ met, bodies }).toEqual({ met: expect.stringContaining('@openai/agents-core'), bodies: [body] });
  expect(calls.map(([kind]) => kind)).toEqual(['model', 'tool', 'model']);
  expect(calls[1]).toEqual(asked);
  expect(replayed).toEqual({ isSame: true, calls, bodies: [], stop: null });
});

test('a tool is named by its function where it has no other name', () => {
  expect(agents.named?.calls[1]).toEqual(['tool', 'getWeather', { city: 'Paris' }, null, 'returned']);
  expect(agents.named?.replayed).toMatchObject({ isSame: true, bodies: [], stop: null });
});

test('an error of a tool comes again', () => {
  expect(agents.failing?.calls[1]?.[4]).toBe('threw');
  expect(agents.failing).toMatchObject({ bodies: ['fail'], replayed: { isSame: true, bodies: [], stop: null } });
});

test('a handoff is a call of the tool that models know it by, and its callback does not run again', () => {
  expect(agents.handoff?.calls).toEqual([
    ['model', 'gpt', null, null, 'streamed'],
    ['tool', 'transfer_to_Taker', { city: 'Paris' }, null, 'returned'],
    ['model', 'gpt', null, null, 'streamed'],
  ]);
  expect(agents.handoff).toMatchObject({ bodies: ['handoff'], outcome: { value: [expect.any(String), 'Taker'] } });
  expect(agents.handoff?.replayed).toMatchObject({ isSame: true, bodies: [], stop: null });
});

test('an agent that is a tool is a call, with what it asks inside', () => {
  const { calls, replayed } = agents.asTool as Measured;
  expect(calls.map(([kind, name, , parent]) => [kind, name, parent])).toEqual([
    ['model', 'gpt', null],
    ['tool', 'ask_inner', null],
    ['model', 'gpt', 1],
    ['model', 'gpt', null],
  ]);
  expect(replayed).toMatchObject({ isSame: true, stop: null });
});

test('a body that may run does, and two runs in one agent stay apart', () => {
  expect(agents.chat?.live).toEqual({ calls: agents.chat?.calls, bodies: [body], stop: null });
  expect(agents.parallel?.calls.filter(([kind]) => kind === 'tool')).toEqual([asked, asked]);
  expect(agents.parallel).toMatchObject({ bodies: [body, body], replayed: { isSame: true, bodies: [], stop: null } });
});
