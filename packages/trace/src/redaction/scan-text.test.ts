import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeValue } from '../values/encode-value.ts';
import { createRedactor } from './redactor.ts';
import { scanText } from './scan-text.ts';

const redactor = createRedactor({ hmac: (secret) => createHmac('sha256', 'key').update(secret).digest(), keyId: 'test' });
const token = 'aB3dE5gH7jK9mN1pQ2rS4tU6';

test('a hit has rule, offset and length, and not the secret', () => {
  expect(scanText(`one ghp_${token} two password=hunter2x`)).toEqual([
    { rule: 'github', offset: 4, length: 28 },
    { rule: 'assignment', offset: 46, length: 8 },
  ]);
});

test('nothing is found in a text without secrets, nor in an empty one', () => {
  expect(scanText('Order 9911 was refunded.')).toEqual([]);
  expect(scanText('')).toEqual([]);
});

// Else a clean recording could not be saved: the last scan sees keys beside values, which the redactor saw apart.
test('the last scan of a file finds nothing in what was encoded with redaction', () => {
  const name = fc.constantFrom(
    'password',
    'token',
    'authorization',
    'cookie',
    'set-cookie',
    'api_key',
    'secret',
    'signature',
    'content',
    'name',
    'value',
    'arguments',
    'cookies',
    'auth',
  );
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      `ghp_${token}`,
      `Bearer ${token}`,
      token,
      'hunter2x',
      'correct horse',
      'sid=abc123def456; Path=/',
      'https://a:pw1234@b.example/?token=abc',
      '1234567',
      'password:',
      'token=',
      '"',
      '\\',
      '\n',
    ),
    fc
      .array(
        fc.constantFrom('password', '=', ': ', '"', "'", '\\n', '\\"', 'hunter2x', ';', 'Bearer ', 'Basic ', token, '://', '@', 'a', ','),
      )
      .map((parts) => parts.join('')),
  );
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      text,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(name, text), tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  fc.assert(
    fc.property(value, (original) => {
      const json = JSON.stringify(encodeValue(original, redactor));
      expect(scanText(json)).toEqual([]);
      expect(scanText(JSON.stringify(encodeValue({ arguments: JSON.stringify(original) }, redactor)))).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});
