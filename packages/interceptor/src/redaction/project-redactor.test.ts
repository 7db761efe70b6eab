import { expect, test } from 'vitest';
import { createProjectRedactor } from './project-redactor.ts';

const key = new Uint8Array(32).fill(7);
// In parts, so that no scanner takes a test for a leak.
const secret = ['sk', 'proj', 'aB3dE6gH9jK2mN5p'.repeat(3)].join('-');

test('one key always gives one pseudonym and one id; another key gives others', () => {
  const [first, again] = [createProjectRedactor({ key, env: {} }), createProjectRedactor({ key, env: {} })];
  const other = createProjectRedactor({ key: new Uint8Array(32).fill(8), env: {} });
  expect(again.text(secret)).toBe(first.text(secret));
  expect(again.keyId).toBe(first.keyId);
  expect(first.text(secret)).not.toContain(secret);
  expect(other.text(secret)).not.toBe(first.text(secret));
  expect(other.keyId).not.toBe(first.keyId);
});

test.each([
  ['SHOP_API_KEY', true],
  ['DB_PASSWORD', true],
  ['GITHUB_TOKEN', true],
  ['SESSION_SECRET', true],
  ['SERVICE_CREDENTIALS', true],
  ['HOME_TOWN', false],
  ['KEYBOARD', false],
])('the value of %s counts as a secret wherever it appears: %s', (name, isSecret) => {
  const redactor = createProjectRedactor({ key, env: { [name]: 'plain-looking-value-7' } });
  expect(redactor.text('it is plain-looking-value-7, really').includes('plain-looking-value-7')).toBe(!isSecret);
});

test.each([
  ['a short one', 'on'],
  ['a path', '/run/user/1000/keyring'],
  ['none', undefined],
])('of a credential-like variable, %s is no secret', (_, value) => {
  const redactor = createProjectRedactor({ key, env: { AUTH: value } });
  expect(redactor.text(`${value} stays`)).toBe(`${value} stays`);
});

test('a key that is too short is refused', () => {
  expect(() => createProjectRedactor({ key: new Uint8Array(8) })).toThrow(/at least 16 bytes; this one has 8/);
});
