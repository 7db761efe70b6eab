import { Agent } from 'node:http';
import { PassThrough } from 'node:stream';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { Json } from '../json/json.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { decodeValue } from './decode-value.ts';
import { encodeValue } from './encode-value.ts';
import { findOpaque } from './find-opaque.ts';

class Customer {
  #balance = 7;
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
  balance(): number {
    return this.#balance;
  }
}
class Ids extends Array<number> {}
class Index extends Map<string, number> {}

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const nested = (levels: number): unknown => {
  let value: unknown = 'core';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};
const throws = (): never => {
  throw new Error('no');
};
const levelsOf = (json: Json): number =>
  typeof json === 'object' && json !== null ? 1 + Math.max(0, ...Object.values(json).map(levelsOf)) : 0;

describe('what cannot be carried becomes opaque, with type and path', () => {
  test.each<[string, unknown, Json]>([
    ['a function', { run: () => 1 }, { run: { $: 'opaque', type: 'function', path: '/run' } }],
    ['a symbol', [Symbol('s')], [{ $: 'opaque', type: 'symbol', path: '/0' }]],
    ['a promise', { a: { 'b/c': Promise.resolve(1) } }, { a: { 'b/c': { $: 'opaque', type: 'Promise', path: '/a/b~1c', fields: {} } } }],
    ['a weak map', new WeakMap(), { $: 'opaque', type: 'WeakMap', path: '', fields: {} }],
    ['an instance of a class', new Customer(1), { $: 'opaque', type: 'Customer', path: '', fields: { id: 1 } }],
    ['a stream', new PassThrough(), { $: 'opaque', type: 'PassThrough', path: '', fields: {} }],
    ['an agent of Node', { agent: new Agent() }, { agent: { $: 'opaque', type: 'Agent', path: '/agent', fields: {} } }],
    ['a list of a class', Ids.of(3, 4), { $: 'opaque', type: 'Ids', path: '', fields: [3, 4] }],
    ['a map of a class', new Index([['a', 1]]), { $: 'opaque', type: 'Index', path: '', fields: {} }],
    ['a list with names', Object.assign([1], { index: 0 }), { $: 'opaque', type: 'Array', path: '', fields: { 0: 1, index: 0 } }],
    ['a boxed text', new String('ab'), { $: 'opaque', type: 'String', path: '', fields: { 0: 'a', 1: 'b' } }],
    [
      'a getter that throws',
      {
        ok: 1,
        get bad() {
          return throws();
        },
      },
      { ok: 1, bad: { $: 'opaque', type: 'getter that threw', path: '/bad' } },
    ],
    ['a revoked proxy', { p: revoked() }, { p: { $: 'opaque', type: 'object that cannot be read', path: '/p' } }],
    ['a proxy that throws', [new Proxy({}, { ownKeys: throws })], [{ $: 'opaque', type: 'Object', path: '/0' }]],
    ['a proxy of a map', new Proxy(new Map(), {}), { $: 'opaque', type: 'Map', path: '' }],
    ['a very sparse list', Object.assign([], { length: 4_000_000_000 }), { $: 'opaque', type: 'Array', path: '', fields: {} }],
  ])('%s', (_, value, expected) => {
    expect(encodeValue(value)).toEqual(expected);
  });

  test('a cycle says where it leads', () => {
    const root: Record<string, unknown> = { name: 'root' };
    root.list = [{ back: root }];
    root.inner = { self: null };
    (root.inner as Record<string, unknown>).self = root.inner;
    expect(encodeValue(root)).toEqual({
      name: 'root',
      list: [{ back: { $: 'opaque', type: 'cycle to the root', path: '/list/0/back' } }],
      inner: { self: { $: 'opaque', type: 'cycle to /inner', path: '/inner/self' } },
    });
  });

  test('the same object twice is no cycle', () => {
    const shared = { id: 1 };
    expect(encodeValue({ a: shared, b: [shared] })).toEqual({ a: { id: 1 }, b: [{ id: 1 }] });
  });

  test('512 levels are carried, more are not, and no result has more, whatever tag stands at the end', () => {
    expect(encodeValue(nested(512))).toEqual(nested(512));
    for (const end of [
      'text',
      undefined,
      Number.NaN,
      {},
      new Map([[1, 2]]),
      new Error('e', { cause: 1 }),
      new Customer(1),
      { $: 1 },
      Symbol('s'),
    ]) {
      for (const levels of [505, 508, 509, 510, 511, 512, 513, 2_000]) {
        let value: unknown = end;
        for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
        expect(levelsOf(encodeValue(value))).toBeLessThanOrEqual(512);
      }
    }
    expect(findOpaque(encodeValue(nested(600)))).toEqual({ type: 'nesting beyond 512 levels', path: '/0'.repeat(511) });
  });

  test('a value without an end comes to one', () => {
    const endless = (): object => ({
      get left() {
        return endless();
      },
      get right() {
        return endless();
      },
    });
    expect(findOpaque(encodeValue([endless()]))).not.toBeNull();
  }, 60_000);
});

describe('never throws', () => {
  const hostile: readonly (readonly [string, () => unknown])[] = [
    ['toJSON', () => ({ toJSON: throws, a: 1 })],
    [
      'constructor',
      () =>
        Object.create({
          get constructor() {
            return throws();
          },
        }),
    ],
    [
      'toStringTag',
      () =>
        Object.create({
          get [Symbol.toStringTag]() {
            return throws();
          },
        }),
    ],
    ['getPrototypeOf', () => new Proxy({}, { getPrototypeOf: throws })],
    ['get', () => new Proxy({ a: 1 }, { get: throws })],
    ['error message', () => Object.defineProperty(new Error('x'), 'message', { get: throws })],
    ['error fields', () => Object.defineProperty(new Error('x'), 'code', { get: throws, enumerable: true })],
    ['a list', () => Object.defineProperty([1, 2], 0, { get: throws })],
    ['a date of another make', () => Object.setPrototypeOf({}, Date.prototype)],
    ['bytes of another make', () => Object.setPrototypeOf({}, Uint8Array.prototype)],
  ];
  test.each(hostile)('%s', (_, make) => {
    expect(() => encodeValue({ value: make(), after: 1 })).not.toThrow();
    expect(encodeValue({ value: make(), after: 1 })).toMatchObject({ after: 1 });
  });

  test('when an iterator has no end, or a field hides what its class says', () => {
    const endless = Object.assign(new Headers(), {
      *[Symbol.iterator]() {
        for (;;) yield ['a', 'b'];
      },
    });
    expect(encodeValue([endless])).toEqual([{ $: 'opaque', type: 'more than 2000000 entries', path: '/0' }]);
    const flagged = Object.defineProperty(/a/g, 'flags', { value: { not: 'a text' } });
    expect(encodeValue(flagged)).toEqual({ $: 'regexp', source: 'a', flags: '[object Object]' });
  });

  test('when the stack is nearly used up', () => {
    const deep = nested(500);
    const dive = (): Json => {
      try {
        return dive();
      } catch {
        return encodeValue(deep);
      }
    };
    expect(dive()).toBeDefined();
  });

  test('when the redactor does, and lets nothing through', () => {
    const broken: Redactor = { keyId: 'x', rules: [], text: throws, field: throws };
    expect(JSON.stringify(encodeValue({ a: 'secret', b: ['secret'] }, broken))).not.toContain('secret');
  });
});

describe('objects', () => {
  test('order of keys is kept, also of those that need a tag', () => {
    expect(JSON.stringify(encodeValue({ b: 1, a: { d: 1, c: 2 } }))).toBe('{"b":1,"a":{"d":1,"c":2}}');
    expect(encodeValue({ b: 1, $: 'date', a: 2 })).toEqual({
      $: 'object',
      entries: [
        ['b', 1],
        ['$', 'date'],
        ['a', 2],
      ],
    });
  });

  test('plain objects and lists of another realm, and without a prototype, are plain', () => {
    const foreign = runInNewContext(
      '({ list: [1, , 2], date: new Date(0), map: new Map([[1, 2]]), error: new TypeError("bad") })',
    ) as unknown;
    expect(encodeValue(foreign)).toEqual({
      list: [1, { $: 'hole' }, 2],
      date: { $: 'date', value: '1970-01-01T00:00:00.000Z' },
      map: { $: 'map', entries: [[1, 2]] },
      error: { $: 'error', class: 'TypeError', name: 'TypeError', message: 'bad', fields: {} },
    });
    expect(encodeValue(Object.assign(Object.create(null), { a: 1 }))).toEqual({ a: 1 });
  });

  test('a key __proto__ is a field like any other and changes nobody’s prototype', () => {
    const parsed: unknown = JSON.parse('{"__proto__":{"admin":true},"a":1}');
    const json = encodeValue(parsed);
    expect(json).toEqual({
      $: 'object',
      entries: [
        ['__proto__', { admin: true }],
        ['a', 1],
      ],
    });
    const back = decodeValue(json) as Record<string, unknown>;
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(Object.keys(back)).toEqual(['__proto__', 'a']);
    expect(back.admin).toBeUndefined();
  });

  test('the snapshot does not follow later changes', () => {
    const messages = [{ role: 'user' }];
    const json = encodeValue({ messages });
    messages.push({ role: 'assistant' });
    expect(json).toEqual({ messages: [{ role: 'user' }] });
  });
});

describe('redaction while copying', () => {
  const redactor: Redactor = {
    keyId: 'x',
    rules: [],
    text: (text) => text.replaceAll('SECRET', 'HIDDEN'),
    field: (key, text) => (key === 'password' || key === 'authorization' ? 'FIELD' : text.replaceAll('SECRET', 'HIDDEN')),
  };
  test.each<[string, unknown, Json]>([
    ['texts', ['a SECRET'], ['a HIDDEN']],
    ['fields by their key', { password: 'x', note: 'SECRET' }, { password: 'FIELD', note: 'HIDDEN' }],
    ['lists under such a key', { password: ['x', 'y'] }, { password: ['FIELD', 'FIELD'] }],
    ['pairs of header and value', [['authorization', 'x 1']], [['authorization', 'FIELD']]],
    ['headers in a row', { raw: ['accept', '*/*', 'authorization', 'x 1'] }, { raw: ['accept', '*/*', 'authorization', 'FIELD'] }],
    ['objects of name and value', [{ name: 'password', value: 'x 1' }], [{ name: 'password', value: 'FIELD' }]],
    ['no lists of names', { required: ['password', 'email'] }, { required: ['password', 'email'] }],
    ['keys', { SECRET: 1 }, { HIDDEN: 1 }],
    ['maps', new Map([['password', 'x']]), { $: 'map', entries: [['password', 'FIELD']] }],
    [
      'headers',
      new Headers({ Authorization: 'x', Accept: 'SECRET' }),
      {
        $: 'headers',
        entries: [
          ['accept', 'HIDDEN'],
          ['authorization', 'FIELD'],
        ],
      },
    ],
    ['addresses', new URL('https://example.com/SECRET'), { $: 'url', value: 'https://example.com/HIDDEN' }],
    ['expressions', /SECRET/g, { $: 'regexp', source: 'HIDDEN', flags: 'g' }],
    [
      'bytes',
      Buffer.from('\xff SECRET \x00', 'latin1'),
      { $: 'bytes', type: 'Buffer', value: Buffer.from('\xff HIDDEN \x00', 'latin1').toString('base64') },
    ],
    ['paths of what is opaque', { SECRET: () => 1 }, { HIDDEN: { $: 'opaque', type: 'function', path: '/HIDDEN' } }],
    [
      'errors',
      Object.assign(new Error('SECRET'), { body: 'SECRET' }),
      { $: 'error', class: 'Error', name: 'Error', message: 'HIDDEN', fields: { body: 'HIDDEN' } },
    ],
    [
      'classes and marks of errors',
      Object.assign(new (class SECRET extends TypeError {})(), { [Symbol.for('mark')]: 'SECRET' }),
      { $: 'error', class: 'HIDDEN', bases: ['TypeError'], name: 'TypeError', message: '', fields: {}, symbols: { mark: 'HIDDEN' } },
    ],
    ['texts with half a character', 'SECRET\ud800', { $: 'text', value: Buffer.from('HIDDEN\ud800', 'utf16le').toString('base64') }],
  ])('%s', (_, value, expected) => {
    expect(encodeValue(value, redactor)).toEqual(expected);
  });
});
