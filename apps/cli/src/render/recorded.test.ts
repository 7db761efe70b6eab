import { input, modelStep, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { styleFor } from '../terminal/style.ts';
import { renderNextAfterRecord } from './recorded.ts';

const call = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } };
const asked = (messages: unknown): unknown => ({ method: 'POST', url: '/v1/chat/completions', headers: {}, body: { messages } });

it('the command that comes next has the policies without which it is refused', () => {
  const run = trace(
    input(null),
    modelStep('gpt', asked([]), { choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: [call] } }] }),
    modelStep(
      'gpt',
      asked([
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: '21°C' },
      ]),
      {},
    ),
  );
  const shown = renderNextAfterRecord(
    { file: 'run.sftrace', trace: run, thrownAt: [], withInput: true, interruption: null },
    { gitAttributes: [], redacted: true, asOf: null },
    styleFor({}, {}),
  );
  expect(shown).toContain('  stepfork export run.sftrace --policy weather=live\n');
});
