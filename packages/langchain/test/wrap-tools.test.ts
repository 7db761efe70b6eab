import { ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { record } from '@stepfork/interceptor';
import { wrapTools } from '@stepfork/langchain';
import { replay } from '@stepfork/replay';
import { expect, test } from 'vitest';
import { z } from 'zod';

const schema = z.object({ cents: z.number() });

test('a wrapped tool is an effect, whose body no replay runs, and its answer becomes a message as before', async () => {
  let paid = 0;
  const refund = tool(
    async ({ cents }) => {
      paid += cents;
      return { paid };
    },
    {
      name: 'refund',
      description: 'Pays back.',
      schema,
    },
  );
  expect(wrapTools([refund], { effects: ['refund'] })[0]).toBe(refund);
  const agent = async (cents: number): Promise<unknown> => {
    const message: unknown = await refund.invoke({ type: 'tool_call', id: 'call-1', name: 'refund', args: { cents } });
    return message instanceof ToolMessage ? [message.tool_call_id, message.content] : message;
  };
  const trunk = await record(agent, 5);
  expect(trunk.steps).toMatchObject([{ call: { name: 'refund', input: { cents: 5 }, effect: true }, outcome: { value: { paid: 5 } } }]);
  expect(trunk.outcome).toEqual({ kind: 'returned', value: ['call-1', '{"paid":5}'] });
  const { trace } = await replay({ trunk, forks: [], sealed: true, damage: null }, agent);
  expect([paid, trace.outcome]).toEqual([5, trunk.outcome]);
});

test('a tool that is not there cannot be declared', () => {
  expect(() => wrapTools([], { stable: ['look_up'] })).toThrow('The tool look_up cannot be declared an effect or stable');
});
