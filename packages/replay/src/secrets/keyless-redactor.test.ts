import { expect, it } from 'vitest';
import { keylessRedactor } from './keyless-redactor.ts';

it('is the same in each replay, and made anew where a credential has come into the environment, with the same key', () => {
  const secret = ['a', 'made', 'up', '7f3c9e21'].join('-');
  const before = keylessRedactor();
  expect(keylessRedactor()).toBe(before);
  expect(before.text(`it says ${secret}`)).toContain(secret);
  process.env.SHOP_API_KEY = secret;
  try {
    const now = keylessRedactor();
    expect(now.text(`it says ${secret}`)).not.toContain(secret);
    expect(now.keyId).toBe(before.keyId);
  } finally {
    delete process.env.SHOP_API_KEY;
  }
});
