import { valueAt } from '@stepfork/replay';
import { encodeValue, type Json } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classOf, leavesOf, leavesWithin } from './leaf.ts';
import { otherLeaf } from './other-leaf.ts';

const json = fc.jsonValue().map((value) => encodeValue(value) as Json);

it('each leaf is where its pointer says, and another value there changes that place alone', () => {
  fc.assert(
    fc.property(json, (value) => {
      for (const leaf of leavesOf(value)) {
        expect(valueAt(value, leaf.pointer)).toEqual(leaf.value);
        const other = leaf.put(otherLeaf(leaf.value));
        expect(other).not.toEqual(value);
        expect(valueAt(other, leaf.pointer)).toEqual(otherLeaf(leaf.value));
        const rest = (of: Json): readonly Json[] => [...leavesOf(of)].flatMap((one) => (one.pointer === leaf.pointer ? [] : [one.value]));
        expect(rest(other).length).toBeGreaterThanOrEqual(rest(value).length);
      }
    }),
  );
});

it('a leaf is taken out of an object and out of a list', () => {
  const value = { a: { b: 1, c: [1, 2] } };
  const without = Object.fromEntries([...leavesOf(value)].map(({ pointer, put }) => [pointer, put(undefined)]));
  expect(without).toEqual({ '/a/b': { a: { c: [1, 2] } }, '/a/c/0': { a: { b: 1, c: [2] } }, '/a/c/1': { a: { b: 1, c: [1] } } });
});

it('the JSON in a text has leaves too, whatever stands around it', () => {
  const value = { content: 'Sure:\n```json\n{"cents":4999,"to":["a"]}\n```' };
  const leaves = [...leavesWithin(value)];
  expect(leaves.map(({ pointer }) => pointer)).toEqual(['/content→/cents', '/content→/to/0']);
  expect(leaves[0]?.put(1)).toEqual({ content: 'Sure:\n```json\n{"cents":1,"to":["a"]}\n```' });
  expect([...leavesWithin({ content: 'no [JSON} here' })].map(({ pointer }) => pointer)).toEqual(['/content']);
});

it('the same field of two items is one class', () => {
  expect(classOf('/orders/0/id')).toBe(classOf('/orders/12/id'));
  expect(classOf('/content→/3')).toBe('/content→/*');
  expect(classOf('/v2/id')).toBe('/v2/id');
});

it.each([
  [4999, 5000],
  ['C-7 "Zz"', 'D-8 "Aa"'],
  ['', 'x'],
  ['…', '…x'],
  [true, false],
  [null, 'stepfork'],
  [[], ['stepfork']],
  [{}, { stepfork: true }],
  [
    { $: 'bigint', value: '9' },
    { $: 'bigint', value: '10' },
  ],
  [
    { $: 'date', value: '2026-03-01T09:00:00.000Z' },
    { $: 'date', value: '2026-03-02T09:00:00.000Z' },
  ],
] as const)('%j becomes %j', (value, other) => {
  expect(otherLeaf(value as Json)).toEqual(other);
});
