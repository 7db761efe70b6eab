import { effectStep, trace } from '@stepfork/testkit';
import { canonicalJson, encodeValue, type Json } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BorrowedAnswer } from './borrowed-answer.ts';
import { probes } from './probes.ts';

function lent(answer: Json, asked: Json, lender: Json): BorrowedAnswer {
  const [step] = trace(effectStep('pay', lender, answer)).steps;
  if (step === undefined) throw new RangeError('the trace has no step');
  return {
    step: 0,
    kind: 'tool',
    tool: 'pay',
    input: asked,
    by: { how: 'borrowed', by: 'next-unused', from: 0 },
    outcome: step.outcome,
    lentInput: step.call.input,
  };
}

test('an answer that repeats what its call asked repeats what is asked now', () => {
  const answer = lent({ id: 'p1', amount: 49, payee: { to: 'ann' } }, { amount: 4999, to: 'bob' }, { amount: 49, to: 'ann' });
  expect(probes[0]?.(answer)).toEqual({ kind: 'returned', value: { id: 'p1', amount: 4999, payee: { to: 'bob' } } });
});

test('the same question has no other echo', () => {
  expect(probes[0]?.(lent({ amount: 49 }, { amount: 49 }, { amount: 49 }))).toBeNull();
});

test('no probe gives the lent answer itself', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (given, asked, before) => {
      const answer = lent(encodeValue(given), encodeValue(asked), encodeValue(before));
      for (const probe of probes.slice(0, -1)) {
        const instead = probe(answer);
        if (instead !== null)
          expect(canonicalJson(instead as never)).not.toBe(canonicalJson({ kind: 'returned', value: encodeValue(given) }));
      }
    }),
  );
});
