import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toComment } from './to-comment.ts';

test('whatever a comment holds, the code behind it is what runs', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom('\n', '\r', '\u2028', '\u2029', '*/', '*', '/', "throw new Error('escaped')"), fc.string()))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (comment) => {
      expect(new Function(`// ${toComment(comment)}\n/* ${toComment(comment)} */ return 'reached';`)()).toBe('reached');
    }),
  );
});

test('plain text stays as it is', () => {
  expect(toComment('stepfork export refund.sftrace --returns \'{"a":1}\'')).toBe('stepfork export refund.sftrace --returns \'{"a":1}\'');
});
