import type { Claim } from '@stepfork/replay';
import { step, trace, traceFile } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { misplacedMembers } from './misplaced-members.ts';

const traces = traceFile(
  trace(step('POST shop/refunds', { method: 'POST', url: '/refunds', body: { cents: 4999 } }, {}), step('refund', { cents: 4999 }, {})),
);
const found = (tool: string, input: Record<string, number>): readonly unknown[] =>
  misplacedMembers({ calls: [{ tool, with: input }] } satisfies Claim, traces);

test('a member of the body that is claimed of the request is told of, one that nobody has or that is where it is claimed is not', () => {
  expect(found('POST shop/refunds', { cents: 49 })).toEqual([{ tool: 'POST shop/refunds', key: 'cents', under: 'body' }]);
  expect(found('POST shop/refunds', { currency: 1 })).toEqual([]);
  expect(found('refund', { cents: 49 })).toEqual([]);
  expect(found('never_called', { cents: 49 })).toEqual([]);
});
