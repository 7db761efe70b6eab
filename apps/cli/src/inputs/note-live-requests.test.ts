import type { PolicyRules } from '@stepfork/replay';
import { effectStep, modelStep, step, trace, traceFile } from '@stepfork/testkit';
import { expect, it, vi } from 'vitest';
import { noteLiveRequests } from './note-live-requests.ts';

const get = step('GET shop.example/orders', {}, []);
const run = traceFile(trace(step('look_up', 1, 2), modelStep('POST', {}, {}), get, get, effectStep('POST shop.example/refunds', {}, {})));

function noted(policies: PolicyRules): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    noteLiveRequests(policies, run);
    return write.mock.calls.map(([text]) => text).join('');
  } finally {
    write.mockRestore();
  }
}

it('says that *=live sends plain requests for real, each by its name, before they are sent', () => {
  expect(noted({ tools: { '*': 'live' } })).toBe(
    "note: *=live sends plain requests for real, too: GET shop.example/orders; one that must not be sent is named: --policy 'GET shop.example/orders=frozen', or =sink\n",
  );
});

it.each<readonly [string, PolicyRules]>([
  ['that is named itself', { tools: { '*': 'live', 'GET shop.example/orders': 'live' } }],
  ['where tools are named', { tools: { look_up: 'live' } }],
])('says nothing of one %s', (_, policies) => {
  expect(noted(policies)).toBe('');
});
