import fc from 'fast-check';
import type { Json } from '../src/json/json.ts';

/** Keys and texts that some encoder, somewhere, has tripped over. */
const trouble = [
  'constructor',
  'toJSON',
  'hasOwnProperty',
  'then',
  'length',
  'toString',
  'valueOf',
  'prototype',
  '',
  ' ',
  '0',
  '10',
  '01',
  'ref',
  'of',
  'crc',
  '"',
  '\\',
  '\n',
  '\r\n',
  '\u2028',
  '\u0000',
  'é',
  '漢字',
  '🙂',
  '\uFEFF',
  '\uFFFD',
  'x'.repeat(127),
  'x'.repeat(128),
  'ü'.repeat(200),
];

/**
 * Since V8 12.8 `JSON.parse` takes an escaped key for a lone backslash, where an object began alike that has such a key
 * (https://issues.chromium.org/issues/521080746): what no program can read on Node 24 is no fault of a codec.
 */
const mixesBackslash = ((): boolean => {
  JSON.parse('{"mixes-backslash":1,"\\\\":1}');
  return Object.keys(JSON.parse('{"mixes-backslash":1,"\\n":1}')).includes('\\');
})();

const key = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(...trouble))
  .filter((text) => text !== '$' && text !== '__proto__' && !(mixesBackslash && text === '\\'));
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 2, arbitrary: fc.constantFrom(...trouble, '$', '__proto__') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', minLength: 120, maxLength: 360 }) },
  // Texts that begin alike, as prompts do that grow.
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('A🙂', 'b'), fc.nat(900), fc.string({ maxLength: 40 }))
      .map(([unit, times, end]) => unit.repeat(times) + end),
  },
);
const number = fc
  .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.maxSafeInteger())
  .filter((value) => !Object.is(value, -0));

const { json } = fc.letrec<{ json: Json; tagged: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false),
    number,
    text,
    fc.array(tie('json'), { maxLength: 8 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 8 }).map((entries) => Object.fromEntries(entries) as Json),
    tie('tagged'),
  ),
  tagged: fc.oneof(
    fc.constantFrom<Json>(
      { $: 'undefined' },
      { $: 'hole' },
      { $: 'number', value: '-0' },
      { $: 'number', value: 'NaN' },
      { $: 'date', value: null },
    ),
    fc.bigInt().map((value): Json => ({ $: 'bigint', value: String(value) })),
    fc.uint8Array({ maxLength: 90 }).map((bytes): Json => ({ $: 'bytes', type: 'Buffer', value: Buffer.from(bytes).toString('base64') })),
    fc.array(fc.tuple(tie('json'), tie('json')), { maxLength: 3 }).map((entries): Json => ({ $: 'map', entries })),
    fc
      .array(fc.tuple(fc.constantFrom('$', '__proto__', 'a'), tie('json')), { maxLength: 3 })
      .map((entries): Json => ({ $: 'object', entries })),
    tie('json').map((fields): Json => ({ $: 'error', class: 'Error', name: 'Error', message: 'no', fields })),
  ),
}));

/** Any value that a trace carries. */
export const arbitraryJson: fc.Arbitrary<Json> = json;
