import { afterEach, expect, test, vi } from 'vitest';
import { registered } from '../declaring/registry.ts';
import { tool } from '../declaring/tool.ts';
import type { Interceptor } from '../interceptor.ts';
import { intercepting } from './intercepting.ts';

const logging =
  (log: string[], name: string): Interceptor =>
  async (call, next) => {
    log.push(`${name} asks`);
    const answer = await next(call);
    log.push(`${name} has the answer`);
    return answer;
  };

test('nested interceptors are asked from the call outwards, and all before the body', async () => {
  const log: string[] = [];
  const lookup = tool('lookup', () => log.push('body'));
  await intercepting(logging(log, 'outer'), () => intercepting(logging(log, 'inner'), () => lookup()));
  expect(log).toEqual(['inner asks', 'outer asks', 'body', 'outer has the answer', 'inner has the answer']);
});

test('runs beside each other keep their calls apart, also after they have waited', async () => {
  const lookup = tool('lookup', async (who: string) => who);
  const seen: Record<string, unknown[]> = { a: [], b: [] };
  const agent = (name: 'a' | 'b'): Promise<void> =>
    intercepting(
      (call, next) => {
        seen[name]?.push(call.input);
        return next(call);
      },
      async () => {
        for (const part of [1, 2, 3]) await lookup(`${name}${part}`);
      },
    );
  await Promise.all([agent('a'), agent('b'), lookup('nobody')]);
  expect(seen).toEqual({ a: ['a1', 'a2', 'a3'], b: ['b1', 'b2', 'b3'] });
});

test('an interceptor may answer without the body', async () => {
  const refund = tool('refund', (): string => {
    throw new Error('must not run');
  });
  expect(
    await intercepting(
      async () => 'answered',
      () => refund(),
    ),
  ).toBe('answered');
});

const slotKey = Symbol.for('stepfork.interceptor');

afterEach(() => {
  vi.resetModules();
});

test('two copies of the package share one slot: a run of one sees the tools of the other', async () => {
  vi.resetModules();
  const other = await import('../declaring/tool.ts');
  expect(other.tool).not.toBe(tool);
  const lookup = other.tool('lookup_by_the_other_copy', () => 'body');
  expect(
    await intercepting(
      async () => 'intercepted',
      () => lookup(),
    ),
  ).toBe('intercepted');
  expect(registered().map(({ name }) => name)).toContain('lookup_by_the_other_copy');
});

test('a copy that speaks another protocol gives one clear error', async () => {
  vi.resetModules();
  const other = await import('../declaring/tool.ts');
  const shared = globalThis as { [key: symbol]: unknown };
  const own = shared[slotKey];
  shared[slotKey] = { protocol: 99 };
  try {
    expect(() => other.tool('any', () => 1)).toThrow(/speaks protocol 99, the other 6/);
  } finally {
    shared[slotKey] = own;
  }
});
