import { StepforkError } from '@stepfork/trace';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { LiveCall } from '../interceptor.ts';
import { intercepting } from '../running/intercepting.ts';
import { registered } from './registry.ts';
import { tool } from './tool.ts';

describe('outside of any run', () => {
  test('a tool does what its body does and returns a promise', async () => {
    const double = tool('double', (n: number) => n * 2);
    const promise = double(21);
    expect(promise).toBeInstanceOf(Promise);
    expect(await promise).toBe(42);
  });

  test('what a body throws at once arrives as a rejection, the same object', async () => {
    const thrown = { odd: true };
    const fails = tool('fails', (): number => {
      throw thrown;
    });
    const promise = fails();
    await expect(promise).rejects.toBe(thrown);
  });

  test('the answer is the very value of the body', async () => {
    const answer = { tier: 'gold' };
    expect(await tool('lookup', async () => answer)()).toBe(answer);
  });

  test('`this` and all arguments reach the body', async () => {
    const till = {
      rate: 3,
      total: tool('total', function (this: { rate: number }, a: number, b: number) {
        return (a + b) * this.rate;
      }),
    };
    expect(await till.total(1, 2)).toBe(9);
  });

  test('a thenable that a body returns is awaited, as `await` would', async () => {
    // biome-ignore lint/suspicious/noThenProperty: the behaviour of thenables is what is tested.
    const thenable = { then: (resolve: (value: string) => void) => resolve('late') };
    expect(await tool('thenable', () => thenable as PromiseLike<string>)()).toBe('late');
  });
});

test('a tool keeps the name and the length of its body', () => {
  const wrapped = tool('lookup', function lookupCustomer(_email: string, _region: string) {});
  expect([wrapped.name, wrapped.length]).toEqual(['lookupCustomer', 2]);
});

test('the types of a tool are those of its body, with a promise around the answer', () => {
  expectTypeOf(tool('sync', (_: { readonly id: number }) => 'gold')).parameters.toEqualTypeOf<[{ readonly id: number }]>();
  expectTypeOf(tool('sync', () => 1)).returns.toEqualTypeOf<Promise<number>>();
  expectTypeOf(tool('async', async () => 1)).returns.toEqualTypeOf<Promise<number>>();
  expectTypeOf(tool('own', async () => ({ ok: true }), { example: { ok: false } })).returns.toEqualTypeOf<Promise<{ ok: boolean }>>();
  // @ts-expect-error an example has the type of the answer
  tool('wrong', async () => ({ ok: true }), { example: 7 });
});

describe('what an interceptor sees', () => {
  async function seen(call: () => Promise<unknown>): Promise<LiveCall | undefined> {
    let found: LiveCall | undefined;
    await intercepting((live, next) => {
      found = live;
      return next(live);
    }, call);
    return found;
  }

  test.each([
    ['no argument', [], undefined],
    ['one argument', [{ id: 1 }], { id: 1 }],
    ['one argument that is a list', [[1, 2]], [1, 2]],
    ['several arguments', ['a', 2], ['a', 2]],
  ])('the input of a call with %s', async (_, args, input) => {
    const any = tool('any', (..._args: unknown[]) => null);
    expect((await seen(() => any(...args)))?.input).toEqual(input);
  });

  test('the declaration of the tool', async () => {
    const refund = tool('issue_refund', async () => ({ ok: true }), { effect: true, example: { ok: false } });
    expect(await seen(() => refund())).toMatchObject({
      kind: 'tool',
      name: 'issue_refund',
      effect: true,
      stable: false,
      example: { value: { ok: false } },
    });
  });
});

test('an interceptor may hand on another input, in the form in which it came', async () => {
  const sum = tool('sum', (...numbers: number[]) => numbers.reduce((a, b) => a + b, 0));
  const one = await intercepting(
    (call, next) => next({ ...call, input: 5 }),
    () => sum(1),
  );
  const two = await intercepting(
    (call, next) => next({ ...call, input: [5, 6] }),
    () => sum(1, 2),
  );
  expect([one, two]).toEqual([5, 11]);
});

test('an interceptor that throws at once rejects the call instead', async () => {
  const fault = new Error('refused');
  const call = intercepting(
    () => {
      throw fault;
    },
    () => tool('any', () => 1)(),
  );
  await expect(call).rejects.toBe(fault);
});

test('declared tools are registered, the last declaration of a name counts', () => {
  tool('ship_order', async () => null);
  tool('ship_order', async () => null, { stable: true, output: { type: 'null' } });
  expect(registered().filter(({ name }) => name === 'ship_order')).toEqual([
    { kind: 'tool', name: 'ship_order', effect: false, stable: true, example: null, output: { schema: { type: 'null' } } },
  ]);
});

test.each([
  ['an empty name', () => tool('', () => 1), /needs a name/],
  ['no name', () => tool(undefined as never, () => 1), /needs a name/],
  ['no body', () => tool('lookup', undefined as never), /must be a function/],
  ['an effect that is a stable read', () => tool('pay', () => 1, { effect: true, stable: true }), /effect and a stable read/],
])('%s is refused where the tool is defined', (_, define, message) => {
  expect(define).toThrow(message);
  expect(() => define()).toThrow(expect.objectContaining({ code: 'STEPFORK_BOUNDARY', hint: expect.any(String) }));
  expect(StepforkError.isInstance(caught(define))).toBe(true);
});

function caught(body: () => unknown): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  return undefined;
}
