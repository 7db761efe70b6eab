import { step, trace } from '@stepfork/testkit';
import type { Json } from '@stepfork/trace';
import { expect, it } from 'vitest';
import { callArguments } from './call-arguments.ts';

/** Where arguments of a call with this input are changed. */
function changed(name: string, input: Json): ReadonlySet<string> {
  const run = trace(step(name, input, null));
  const policies = { tools: { [name]: 'sink' } } as const;
  const reference = {
    claim: {},
    policies,
    order: 'keyed',
    trace: run,
    recording: run,
    isClaimed: false,
    madeUp: new Set<number>(),
  } as const;
  return new Set([...callArguments(reference)].map(({ place }) => ('pointer' in place ? place.pointer : '')));
}

const headers = { 'content-type': 'application/json' };

it('of a request nothing is changed that its name says', () => {
  const input = { method: 'POST', url: '/refunds', headers, body: { cents: 4999 } };
  expect(changed('POST api.local/refunds', input)).toEqual(new Set(['/body/cents']));
});

it('what a client says of the form of a request is nobody’s claim; what an agent asks by a header is', () => {
  const input = { method: 'POST', url: '/refunds', headers: { ...headers, 'if-none-match': 'v1' }, body: null };
  expect(changed('POST api.local/refunds', input)).toEqual(new Set(['/headers/if-none-match', '/body']));
});

it('ids and a query are not in the name of a request', () => {
  const input = { method: 'PUT', url: '/orders/7?force=1', headers, body: { cents: 1 } };
  expect(changed('PUT api.local/orders/{id}', input)).toEqual(new Set(['/url', '/body/cents']));
});

it('a tool that takes such an input is no request', () => {
  expect(changed('send', { method: 'POST', url: '/refunds', headers: {} })).toEqual(new Set(['/method', '/url', '/headers']));
});
