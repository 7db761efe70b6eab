import { createHmac } from 'node:crypto';
import { createRedactor, type Json } from '@stepfork/trace';
import { expect, it } from 'vitest';
import { compilePattern } from '../matchers/compile-pattern.ts';
import type { Claim } from './claim.ts';
import { redactClaim } from './redact-claim.ts';

const redactor = createRedactor({ hmac: (secret) => createHmac('sha256', 'key').update(secret).digest(), keyId: 'k' });
const secret = `sk-${'abcdefghij'.repeat(4)}`;

const redactedPatterns = (pattern: string): readonly (string | undefined)[] => {
  const claim: Claim = {
    returns: { api_key: { $: 'match', pattern, flags: 'i', type: 'string', length: { min: 3 } } },
    requests: [{ model: 'gpt', messages: [{ role: 'system', pattern }], never: true }],
  };
  const { returns, requests } = redactClaim(claim, redactor);
  const matcher = (returns as { readonly api_key: { readonly [key: string]: Json } }).api_key;
  const message = requests?.[0]?.messages?.[0];
  expect({ ...matcher, pattern }).toEqual((claim.returns as { readonly api_key: Json }).api_key);
  expect(requests).toEqual([{ model: 'gpt', messages: [{ role: 'system', pattern: message?.pattern }], never: true }]);
  return [String(matcher.pattern), message?.pattern];
};

it.each(['api_key: "[a-f0-9]{32}"', 'https://user:[^@]+@host', '^sk-[A-Za-z0-9]{20,}$', 'password=\\S+'])(
  'the form of a secret stays as it is: %s',
  (pattern) => {
    expect(redactedPatterns(pattern)).toEqual([pattern, pattern]);
  },
);

it('a secret in a pattern is replaced as in the trace, and finds its pseudonym there', () => {
  const [inMatcher, inMessage] = redactedPatterns(`^use ${secret}$`);
  expect(inMatcher).toBe(`^use ${redactor.text(secret)}$`);
  expect(inMessage).toBe(inMatcher);
  expect(compilePattern(String(inMatcher))(redactor.text(`use ${secret}`))).toBe(true);
});

it('a text that a message must contain is replaced too', () => {
  const claim: Claim = { requests: [{ messages: [{ contains: secret }] }, { tools: ['a'] }] };
  expect(redactClaim(claim, redactor).requests).toEqual([{ messages: [{ contains: redactor.text(secret) }] }, { tools: ['a'] }]);
});
