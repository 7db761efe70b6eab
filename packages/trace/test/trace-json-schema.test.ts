import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkEvent } from '../src/shapes/event-shape.ts';
import { checkOf } from '../src/shapes/shape.ts';
import { taggedShapes } from '../src/shapes/tagged-shapes.ts';
import { traceJsonSchema } from '../src/shapes/trace-json-schema.ts';
import { encodeValue } from '../src/values/encode-value.ts';
import { JsonNumber } from '../src/values/json-number.ts';
import { createTraceWriter } from '../src/writing/create-trace-writer.ts';
import { writeTrace } from '../src/writing/write-trace.ts';
import { arbitraryEvents } from './arbitrary-events.ts';

const folder = new URL('../conformance/', import.meta.url);
const ajv = new Ajv2020({ allErrors: false });
const isLine: ValidateFunction = ajv.compile(traceJsonSchema());
const isValue: ValidateFunction = ajv.compile({ ...traceJsonSchema(), oneOf: [{ $ref: '#/$defs/any-value' }] });

it('the published schema is the one that is checked: run `pnpm --filter @stepfork/trace run schema` after a change', () => {
  const published = JSON.parse(readFileSync(new URL('../schema/trace-line.schema.json', import.meta.url), 'utf8'));
  expect(published).toEqual(JSON.parse(JSON.stringify(traceJsonSchema())));
});

it('every line of whatever run is as the schema says', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryEvents, async (events) => {
      const writer = createTraceWriter();
      for (const event of events) writer.append(event);
      const bytes = await writeTrace({ trunk: writer.trace(), forks: [], sealed: true, damage: null }, 'text');
      for (const line of linesOf(Buffer.from(bytes).toString())) expect(isLine(line), JSON.stringify(line)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

describe('what is wrong to the reader is wrong to the schema', () => {
  const lines = linesOf(readFileSync(new URL('files/every-event.sftrace.jsonl', folder), 'utf8'));

  it.each(lines.map((line, at) => [at + 1, line] as const))('line %i of a file with every event', (_, line) => {
    const { crc: _crc, ...event } = line;
    expect(isLine(line), JSON.stringify(isLine.errors)).toBe(true);
    for (const changed of changesOf(event)) {
      expect(isLine({ ...changed, crc: '01234567' }), JSON.stringify(changed)).toBe(checkEvent(changed) === null);
    }
  });
});

class Money {
  readonly cents = 5;
}

it.each<[keyof typeof taggedShapes, unknown]>([
  ['undefined', undefined],
  ['number', Number.NaN],
  ['bigint', 5n],
  ['date', new Date(Number.NaN)],
  ['bytes', new Uint8Array(3)],
  ['map', new Map([[1, new Date(0)]])],
  ['set', new Set([1])],
  ['url', new URL('https://example.org')],
  ['search-params', new URLSearchParams('a=1')],
  ['headers', new Headers({ a: 'b' })],
  ['regexp', /x/g],
  ['error', new TypeError('no', { cause: new AggregateError([1], 'all') })],
  ['opaque', new Money()],
  ['object', { $: 1 }],
  ['text', '\ud800'],
  ['json-number', new JsonNumber('9007199254740993')],
])('%s is encoded as its shape and the schema say', (kind, live) => {
  const tagged = encodeValue(live);
  expect(tagged).toMatchObject({ $: kind });
  expect(checkOf(taggedShapes[kind])(tagged)).toBeNull();
  expect(isValue(tagged), JSON.stringify(isValue.errors)).toBe(true);
  for (const changed of changesOf(tagged as Record<string, unknown>).filter(({ $ }) => $ === kind)) {
    expect(isValue(changed), JSON.stringify(changed)).toBe(checkOf(taggedShapes[kind])(changed) === null);
  }
});

/** The object without each of its members, with one more, and with a boolean in the place of each one; also within. */
function changesOf(object: Record<string, unknown>): readonly Record<string, unknown>[] {
  return [
    { ...object, mood: 1 },
    ...Object.keys(object).flatMap((key) => {
      const { [key]: member, ...rest } = object;
      // What stands in a value is no matter of shape; nor is the version, which the schema is of.
      const within = isObject(member) && !['value', 'input', 'error', 'lent', 'fields', 'cause'].includes(key) ? changesOf(member) : [];
      return [
        rest,
        ...within.map((changed) => ({ ...object, [key]: changed })),
        ...(key === 'version' ? [] : [{ ...object, [key]: true }]),
      ];
    }),
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function linesOf(text: string): readonly Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
