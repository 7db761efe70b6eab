import { observedTool, record, tool } from '@stepfork/interceptor';
import { expect, it } from 'vitest';
import { observedToolsIn } from './observed-tools.ts';

const wrapped = tool('wrapped', async () => 1);

it('knows from a recording, as the interceptor takes it down, which of its tools were only observed', async () => {
  const trace = await record(async () => {
    await observedTool('observed', { city: 'Bern' }, async () => 2);
    return wrapped();
  }, null);
  expect(trace.steps.map(({ call }) => call.name)).toEqual(['observed', 'wrapped']);
  expect([...observedToolsIn(trace)]).toEqual(['observed']);
});
