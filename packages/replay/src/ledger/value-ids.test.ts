import { canonicalJson, encodeValue, type Json } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createValueIds } from './value-ids.ts';

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, 0, -0, 1, '', '1', 'null', '[', Number.NaN, 1n),
  fc.string({ maxLength: 2 }),
);
const live = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, tie('list'), tie('object'), tie('set'), tie('map')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', '1', '$', '__proto__'), tie('value'), { maxKeys: 3 }),
  set: fc.array(tie('value'), { maxLength: 3 }).map((items) => new Set(items)),
  map: fc.array(fc.tuple(leaf, tie('value')), { maxLength: 2 }).map((entries) => new Map(entries)),
})).value;

test('two values have one number exactly if they have one canonical text, in every layer', () => {
  fc.assert(
    fc.property(fc.array(live, { minLength: 2, maxLength: 12 }), fc.array(live, { maxLength: 6 }), (below, above) => {
      const base = createValueIds();
      const textOf = new Map<number, string>();
      const idOf = new Map<string, number>();
      const check = (id: number, value: Json): void => {
        const text = canonicalJson(value);
        expect(textOf.get(id) ?? text).toBe(text);
        expect(idOf.get(text) ?? id).toBe(id);
        textOf.set(id, text);
        idOf.set(text, id);
      };
      for (const one of below) check(base.idOf(encodeValue(one)), encodeValue(one));
      const layer = createValueIds(base);
      for (const one of [...above, ...below]) check(layer.idOf(encodeValue(one)), encodeValue(one));
    }),
  );
});

test('keys in another order are one value', () => {
  const ids = createValueIds();
  expect(ids.idOf({ a: 1, b: [2] })).toBe(ids.idOf({ b: [2], a: 1 }));
  expect(ids.idOf(1)).not.toBe(ids.idOf('1'));
});

test('a message that is met again as the same object is not looked into again', () => {
  let reads = 0;
  const messages = Array.from({ length: 100 }, (_, turn) =>
    Object.defineProperty({ role: 'user' }, 'content', {
      enumerable: true,
      get: () => {
        reads += 1;
        return `question ${turn}`;
      },
    }),
  );
  const ids = createValueIds();
  for (let turn = 1; turn <= messages.length; turn++) ids.idOf({ messages: messages.slice(0, turn) });
  expect(reads).toBe(messages.length);
});
