import { beforeAll, describe, expect, test } from 'vitest';
import { type AllMeasured, expectSameForms, type Measured, measured, rightTwoTools } from './measured.ts';

const asked = ['tool', 'get_weather', { city: 'Paris' }, null, 'returned'];
const body = ['Paris', 'string'];

describe.each(['5', '6', '7'])('AI SDK %s, not a line in the agent', (MAJOR) => {
  let { agents, two, forms }: AllMeasured = { agents: {}, two: {}, forms: null };
  beforeAll(async () => {
    ({ agents, two, forms } = await measured('ai-sdk.mjs', { env: { MAJOR } }));
  });

  test('wrapped by hand they are recorded in the same way', () => {
    expectSameForms(forms);
  });

  test.each(['generateText', 'streamText', 'twoCopies'])('two tools, recorded, replayed and corrected: %s', (name) => {
    expect(two[name]).toEqual(rightTwoTools);
  });

  test('its tool is recorded, and the body does not run again', () => {
    const names = ['generated', 'streamed', 'agent', 'agentStreamed', ...(MAJOR === '5' ? [] : ['prepared'])];
    for (const name of names) {
      const { met, calls, bodies, replayed } = agents[name] as Measured;
      expect({ name, met, bodies }).toEqual({ name, met: 'ai', bodies: [body] });
      expect(calls.map(([kind]) => kind)).toEqual(['model', 'tool', 'model']);
      expect(calls[1]).toEqual(asked);
      expect(replayed).toEqual({ isSame: true, calls, bodies: [], stop: null });
    }
  });

  test('a body that may run does, and is recorded as it goes', () => {
    const { calls, live } = agents.generated as Measured;
    expect(live).toEqual({ calls, bodies: [body], stop: null });
  });

  test('preliminary answers come again, and an error with its own fields', () => {
    const { pieces, failing } = agents;
    expect(pieces?.calls[1]).toEqual(['tool', 'report', { city: 'Paris' }, null, 'streamed']);
    expect(pieces).toMatchObject({ bodies: ['Paris'], replayed: { isSame: true, bodies: [], stop: null } });
    expect(failing?.calls[1]?.[4]).toBe('threw');
    expect(failing).toMatchObject({ outcome: { value: [['RangeError', 'E_CITY']] }, replayed: { isSame: true, bodies: [], stop: null } });
  });

  test('two runs in one agent stay apart', () => {
    const { calls, bodies, replayed } = agents.parallel as Measured;
    expect(calls.filter(([kind]) => kind === 'tool')).toEqual([asked, asked]);
    expect(bodies).toHaveLength(2);
    expect(replayed).toMatchObject({ isSame: true, bodies: [], stop: null });
  });
});

test('switched off it meets nothing', async () => {
  const { agents } = await measured('ai-sdk.mjs', { env: { MAJOR: '7', STEPFORK_HOOKS: 'off' }, only: 'agents' });
  expect(agents.generated).toMatchObject({ met: null, calls: [] });
});
