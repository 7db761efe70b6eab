import { tool as plainTool, RunContext } from '@openai/agents';
import { record } from '@stepfork/interceptor';
import { wrapTool } from '@stepfork/openai-agents';
import { replay } from '@stepfork/replay';
import { expect, test } from 'vitest';
import { z } from 'zod';

const parameters = z.object({ cents: z.number() });

test('a tool of a wrapped tool() is an effect, whose body no replay runs', async () => {
  let paid = 0;
  const tool = wrapTool(plainTool, { effects: ['refund'] });
  const refund = tool({
    name: 'refund',
    description: 'Pays back.',
    parameters,
    execute: async ({ cents }) => {
      paid += cents;
      return { paid };
    },
  });
  const agent = async (cents: number): Promise<unknown> => refund.invoke(new RunContext(), JSON.stringify({ cents }));
  const trunk = await record(agent, 5);
  expect(trunk.steps).toMatchObject([{ call: { name: 'refund', input: { cents: 5 }, effect: true } }]);
  const { trace } = await replay({ trunk, forks: [], sealed: true, damage: null }, agent);
  expect([paid, trace.outcome]).toEqual([5, { kind: 'returned', value: { paid: 5 } }]);
});
