import { describe, expect, test } from 'vitest';
import type { Json } from '../json/json.ts';
import { decodeValue } from './decode-value.ts';
import { encodeValue } from './encode-value.ts';
import { registerErrorClass } from './error-class.ts';
import { ValueError } from './value-error.ts';

class RateLimitError extends Error {
  readonly #request = 'private';
  readonly status: number;
  readonly headers: Headers;
  constructor(message: string, { status, headers }: { status: number; headers: Headers }) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
  get request(): string {
    return this.#request;
  }
  get retryable(): boolean {
    return this.status === 429;
  }
}
class ToolError extends TypeError {}
const mark: unique symbol = Symbol.for('sdk.error');
class SdkError extends Error {
  override readonly name = 'AI_SdkError';
  readonly [mark] = true;
}
const again = (value: unknown): unknown => decodeValue(encodeValue(value));

describe('an error comes back as one that a catch recognises', () => {
  test.each([Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError])('%o', (Class) => {
    const back = again(new Class('bad', { cause: new Error('below') })) as Error;
    expect(back).toBeInstanceOf(Class);
    expect(back.constructor).toBe(Class);
    expect(Object.prototype.toString.call(back)).toBe('[object Error]');
    expect([back.name, back.message, (back.cause as Error).message]).toEqual([Class.name, 'bad', 'below']);
    expect(Object.keys(back)).toEqual([]);
  });

  test('of a registered class: instanceof, own fields, what the class computes from them', () => {
    registerErrorClass(RateLimitError);
    const back = again(new RateLimitError('slow down', { status: 429, headers: new Headers({ 'retry-after': '7' }) })) as RateLimitError;
    expect(back).toBeInstanceOf(RateLimitError);
    expect([back.message, back.status, back.retryable, back.headers.get('retry-after')]).toEqual(['slow down', 429, true, '7']);
  });

  test('of an unknown class: its name, its built-in base, its fields', () => {
    const back = again(Object.assign(new ToolError('no'), { code: 'E_TOOL', details: { at: new Date(0) } })) as ToolError & {
      code: string;
    };
    expect(back).toBeInstanceOf(TypeError);
    expect(back.constructor.name).toBe('ToolError');
    expect(back).toMatchObject({ message: 'no', code: 'E_TOOL', details: { at: new Date(0) } });
    expect((again(new ToolError('other')) as Error).constructor).toBe(back.constructor);
  });

  test('of an unknown class under a registered one', () => {
    class QuotaError extends RateLimitError {}
    registerErrorClass(RateLimitError);
    expect(again(new QuotaError('q', { status: 429, headers: new Headers() }))).toBeInstanceOf(RateLimitError);
  });

  test('with the mark by which an SDK knows its own', () => {
    const back = again(new SdkError('x')) as SdkError;
    expect(back[mark]).toBe(true);
    expect(back.name).toBe('AI_SdkError');
  });

  test('with half of a surrogate pair in the name of its class, and marks of all kinds', () => {
    const Broken = Object.defineProperty(class extends Error {}, 'name', { value: 'Err\ud800' });
    const marks = { [Symbol.for('m')]: 'half \ud800', [Symbol.for('zero')]: -0, [Symbol.for('\ud800')]: 1 };
    const back = again(Object.assign(new Broken('x'), marks)) as Error & Record<symbol, unknown>;
    expect(back.constructor.name).toBe('Err\uFFFD');
    expect([back[Symbol.for('m')], back[Symbol.for('zero')], back[Symbol.for('\ud800')]]).toEqual(['half \ud800', -0, undefined]);
  });

  test('several in one, and one of the platform', () => {
    const back = again(new AggregateError([new TypeError('a'), 'b'], 'both')) as AggregateError;
    expect(back).toBeInstanceOf(AggregateError);
    expect(back.errors).toEqual([new TypeError('a'), 'b']);
    const abort = again(new DOMException('stop', 'AbortError')) as DOMException;
    expect(abort).toBeInstanceOf(DOMException);
    expect([abort.name, abort.message, abort.code]).toEqual(['AbortError', 'stop', 20]);
  });

  test('with a code that the class computes', () => {
    class Coded extends Error {
      get code(): string {
        return 'E_COMPUTED';
      }
    }
    expect(again(new Coded('x'))).toMatchObject({ code: 'E_COMPUTED' });
  });

  test('thrown values that are no errors stay what they were', () => {
    expect(again({ status: 500 })).toEqual({ status: 500 });
    expect(again('plain')).toBe('plain');
    expect(again(undefined)).toBe(undefined);
  });
});

describe('a stand-in for what was opaque', () => {
  test('has the fields that were seen', () => {
    class Customer {
      readonly id = 7;
    }
    const back = again(new Customer()) as Customer;
    expect(back.id).toBe(7);
  });
});

test('each decoding is a fresh copy', () => {
  const json = encodeValue({ list: [{ a: 1 }], bytes: new Uint8Array([1]), map: new Map([[1, {}]]) });
  const one = decodeValue(json) as { list: { a: number }[]; bytes: Uint8Array };
  (one.list[0] as { a: number }).a = 2;
  one.bytes[0] = 9;
  expect(decodeValue(json)).toEqual({ list: [{ a: 1 }], bytes: new Uint8Array([1]), map: new Map([[1, {}]]) });
});

test('an invalid date stays one', () => {
  expect(again(new Date(Number.NaN))).toEqual(new Date(Number.NaN));
});

test('bytes have memory of their own', () => {
  const back = again(new Uint8Array([1, 2])) as Uint8Array;
  expect(back.buffer.byteLength).toBe(2);
});

test.each<[string, Json]>([
  ['an unknown kind', { $: 'teleport' }],
  ['a reference', { $: 'ref', of: 1 }],
  ['a kind that is no text', { $: 5 }],
  ['a kind named like a method', { $: 'toString' }],
  ['a date', { $: 'date' }],
  ['a bigint', { $: 'bigint', value: '1e9' }],
  ['a number', { $: 'number', value: '7' }],
  ['bytes', { $: 'bytes', type: 'Buffer', value: '!' }],
  ['bytes of an unknown kind', { $: 'bytes', type: 'Function', value: '' }],
  ['bytes that are cut', { $: 'bytes', type: 'Float64Array', value: 'AAAA' }],
  ['a map', { $: 'map', entries: [[1]] }],
  ['a set', { $: 'set', items: 'ab' }],
  ['a URL', { $: 'url', value: 'no url' }],
  ['an expression', { $: 'regexp', source: '(', flags: '' }],
  ['headers', { $: 'headers', entries: [['a b', 'c']] }],
  ['an error', { $: 'error', class: 'Error' }],
  ['a text', { $: 'text', value: 'AA==' }],
  ['an object', { $: 'object', entries: [[1, 2]] }],
])('%s that is not what its tag says is one typed error', (_, json) => {
  expect(() => decodeValue({ a: [json] })).toThrow(ValueError);
});
