import { beforeAll, expect, test } from 'vitest';
import { type AllMeasured, expectSameForms, type Measured, measured, rightTwoTools } from './measured.ts';

let { agents, two, forms }: AllMeasured = { agents: {}, two: {}, forms: null };
beforeAll(async () => {
  ({ agents, two, forms } = await measured('langchain.mjs'));
});

test('wrapped by hand they are recorded in the same way', () => {
  expectSameForms(forms);
});

test.each(['createAgent', 'LangGraph'])('two tools, recorded, replayed and corrected: %s', (name) => {
  expect(two[name]).toEqual(rightTwoTools);
});

const asked = ['tool', 'get_weather', { city: 'Paris' }, null, 'returned'];

test.each(['created', 'graph', 'streamed', 'ofClass', 'structured', 'command', 'loop'])(
  'the tool of an agent on LangChain is recorded, and its body does not run again: %s',
  (name) => {
    const { met, calls, bodies, replayed } = agents[name] as Measured;
    expect({ met, bodies }).toEqual({ met: expect.stringContaining('@langchain/core'), bodies: ['Paris'] });
    expect(calls.map(([kind]) => kind)).toEqual(['model', 'tool', 'model']);
    expect(calls[1]).toEqual(asked);
    expect(replayed).toEqual({ isSame: true, calls, bodies: [], stop: null });
  },
);

test('an error of a tool comes again', () => {
  expect(agents.failing?.calls[1]?.[4]).toBe('threw');
  expect(agents.failing).toMatchObject({ bodies: ['fail'], replayed: { isSame: true, bodies: [], stop: null } });
});

test('a body that may run does, and two runs in one agent stay apart', () => {
  expect(agents.created?.live).toEqual({ calls: agents.created?.calls, bodies: ['Paris'], stop: null });
  expect(agents.parallel?.calls.filter(([kind]) => kind === 'tool')).toEqual([asked, asked]);
  expect(agents.parallel).toMatchObject({ bodies: ['Paris', 'Paris'], replayed: { isSame: true, bodies: [], stop: null } });
});
