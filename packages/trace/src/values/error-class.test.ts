import { afterEach, expect, it, vi } from 'vitest';
import { decodeValue } from './decode-value.ts';
import { encodeValue } from './encode-value.ts';

class QuotaError extends Error {}
const key = Symbol.for('stepfork.error-classes');

afterEach(() => {
  delete (globalThis as { [key]?: unknown })[key];
});

it('a class registered with one installed copy comes back from another one', async () => {
  const project = await copy();
  const cli = await copy();
  expect(project.registerErrorClass).not.toBe(cli.registerErrorClass);
  project.registerErrorClass(QuotaError);
  expect(cli.decodeValue(encodeValue(new QuotaError('no more')))).toBeInstanceOf(QuotaError);
  expect(decodeValue(encodeValue(new QuotaError('no more')))).toBeInstanceOf(QuotaError);
});

it('copies that keep classes in different forms say so', async () => {
  (globalThis as { [key]?: unknown })[key] = { protocol: 2 };
  const { registerErrorClass } = await copy();
  expect(() => registerErrorClass(QuotaError)).toThrow(/one speaks protocol 2, the other 1/);
});

async function copy(): Promise<typeof import('./error-class.ts') & typeof import('./decode-value.ts')> {
  vi.resetModules();
  return { ...(await import('./error-class.ts')), ...(await import('./decode-value.ts')) };
}
