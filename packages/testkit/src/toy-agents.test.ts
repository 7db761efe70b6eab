import { record } from '@stepfork/interceptor';
import { beforeEach, describe, expect, test } from 'vitest';
import { crashKey } from './agents/crash.ts';
import { toyAgents } from './toy-agents.ts';

beforeEach(() => {
  toyAgents.triage.bodies.length = 0;
  toyAgents.crash.bodies.length = 0;
});

describe('triage', () => {
  const { input, buggy, fixed, wrong, diverging, bodies, file } = toyAgents.triage;

  test.each([
    ['buggy', buggy, 49],
    ['fixed', fixed.plain, 4999],
    ['fixed with a memo', fixed.withMemo, 4999],
    ['wrong', wrong, 500],
  ])('the %s agent refunds what it should', async (_, agent, refunded_cents) => {
    expect(await agent(input)).toEqual({ priority: 'high', refunded_cents });
    expect(bodies).toEqual(['model', 'lookup_customer', 'model', 'issue_refund']);
  });

  test('the diverging agent asks what the buggy one did not', async () => {
    const asked = async (agent: typeof buggy): Promise<unknown> => (await record(agent, input)).steps[0]?.call.input;
    expect(await asked(diverging)).not.toEqual(await asked(buggy));
  });

  test('the refund is recorded as an effect with its amount', async () => {
    const { steps } = await record(buggy, input);
    expect(steps.map(({ call }) => [call.kind, call.name, call.effect])).toEqual([
      ['model', 'toy-model', false],
      ['tool', 'lookup_customer', false],
      ['model', 'toy-model', false],
      ['tool', 'issue_refund', true],
    ]);
    expect(steps[3]?.call.input).toEqual({ customer_id: 'cus_204', amount_cents: 49 });
  });

  test('the agents can be loaded from their file by the names of their functions', async () => {
    expect((await import(file))[buggy.name]).toBe(buggy);
  });
});

describe('crash', () => {
  const { input, buggy, fixed, wrong, bodies } = toyAgents.crash;

  test('the buggy agent throws before anybody was called', async () => {
    await expect(buggy(input)).rejects.toThrow(SyntaxError);
    expect(bodies).toEqual(['toy-model']);
  });

  test('the fixed agent reaches the tool that the buggy one never called', async () => {
    expect(await fixed.plain(input)).toEqual({ severity: 'critical', page: 'PG-88' });
    expect(bodies).toEqual(['toy-model', 'escalate']);
  });

  test('the wrong agent neither throws nor calls', async () => {
    expect(await wrong(input)).toEqual({ severity: 'low', page: null });
  });

  test('its key is in no trace', async () => {
    expect(JSON.stringify(await record(buggy, input))).not.toContain(crashKey);
  });
});
