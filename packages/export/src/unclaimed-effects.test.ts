import { record, tool } from '@stepfork/interceptor';
import { expect, test } from 'vitest';
import { unclaimedEffects } from './unclaimed-effects.ts';

const send = tool('send_email', (_: unknown) => null, { effect: true });
const charge = tool('charge', (_: unknown) => null);
const lookup = tool('lookup', (_: unknown) => null);

test.each([
  [{}, ['send_email', 'charge']],
  [{ calls: [{ tool: 'charge' }] }, ['send_email']],
  [{ calls: [{ never: 'send_email' }, { atMost: 3 }] }, ['charge']],
  [{ calls: [{ same: '/id', of: 'charge' }] }, ['send_email']],
  [{ calls: [{ order: ['lookup', 'charge'] }] }, ['send_email']],
  [{ calls: [{ tool: 'charge' }, { tool: 'send_email' }] }, []],
])('of %j these effects are unclaimed: %j', async (claim, names) => {
  const run = await record(async () => {
    await lookup(1);
    await send(1);
    await charge(1);
    await send(2);
  }, null);
  expect(unclaimedEffects([run, run], { tools: { charge: 'sink' } }, claim)).toEqual(names);
});
