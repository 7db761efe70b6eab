import { FORMAT_VERSION } from '../limits.ts';
import { eventShapes } from './event-shape.ts';
import { count, list, object, oneOf, optional } from './make-shape.ts';
import type { ObjectShape, Shape } from './shape.ts';
import { taggedShapes } from './tagged-shapes.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (draft 2020-12) of one line of the text encoding, as published in `schema/trace-line.schema.json`. What it cannot say stands in
 * `docs/trace-format.md`: checksums, the order of events, what a reference may refer to, well-formed text.
 */
export function traceJsonSchema(): Schema {
  const names = Object.keys(eventShapes);
  const kinds = Object.keys(taggedShapes);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `One line of a Stepfork trace in the text encoding (.sftrace.jsonl), version ${FORMAT_VERSION}`,
    oneOf: names.map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: {
      ...Object.fromEntries(Object.entries(eventShapes).map(([name, shape]) => [name, lineSchema(name, shape)])),
      'any-value': {
        anyOf: [
          { type: ['null', 'boolean', 'number', 'string'] },
          { type: 'array', items: { $ref: '#/$defs/any-value' } },
          { type: 'object', properties: { $: false }, additionalProperties: { $ref: '#/$defs/any-value' } },
          ...['ref', ...kinds].map((kind) => ({ $ref: `#/$defs/tag-${kind}` })),
        ],
      },
      'tag-ref': withRest(schemaOf(object({ $: oneOf('ref'), of: count, first: optional(count) }))),
      ...Object.fromEntries(Object.entries(taggedShapes).map(([kind, shape]) => [`tag-${kind}`, objectSchema(shape, wireSchemaOf)])),
    },
  };
}

/** An event, then its checksum. */
function lineSchema(name: string, shape: ObjectShape): Schema {
  const { properties, required, ...rest } = objectSchema(shape);
  const version = name === 'run-start' ? { version: { const: FORMAT_VERSION } } : {};
  const crc = { type: 'string', pattern: '^[0-9a-f]{8}$' };
  return { ...rest, properties: { ...properties, ...version, crc }, required: [...required, 'crc'] };
}

/** A text goes on as a text, a list as a list: no shape has two types. */
function withRest(ref: Schema): Schema {
  const rest = { anyOf: [{ type: 'string' }, schemaOf(list({ kind: 'value' }))] };
  return { ...ref, properties: { ...(ref.properties as Schema), rest } };
}

/** Within a value a reference may stand in the place of each text, list and object. */
function wireSchemaOf(shape: Shape): Schema {
  switch (shape.kind) {
    case 'text':
    case 'list':
    case 'record':
    case 'pair':
      return { anyOf: [schemaOf(shape, wireSchemaOf), { $ref: '#/$defs/tag-ref' }] };
    case 'nullable':
      return { anyOf: [wireSchemaOf(shape.of), { type: 'null' }] };
    case 'optional':
      return wireSchemaOf(shape.of);
    case 'value':
    case 'flag':
    case 'number':
    case 'count':
    case 'one-of':
    case 'object':
    case 'choice':
      return schemaOf(shape);
  }
}

function schemaOf(shape: Shape, within: (shape: Shape) => Schema = schemaOf): Schema {
  switch (shape.kind) {
    case 'value':
      return { $ref: '#/$defs/any-value' };
    case 'text':
      return { type: 'string' };
    case 'flag':
      return { type: 'boolean' };
    case 'number':
      return { type: 'number' };
    case 'count':
      return { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
    case 'one-of':
      return shape.values.length === 1 ? { const: shape.values[0] } : { enum: shape.values };
    case 'nullable':
      return { anyOf: [schemaOf(shape.of), { type: 'null' }] };
    case 'optional':
      return schemaOf(shape.of);
    case 'list':
      return { type: 'array', items: within(shape.of) };
    case 'record':
      return { type: 'object', additionalProperties: within(shape.of) };
    case 'pair':
      return { type: 'array', prefixItems: shape.of.map((one) => within(one)), items: false, minItems: 2 };
    case 'object':
      return objectSchema(shape);
    case 'choice':
      return { oneOf: Object.values(shape.of).map((one) => objectSchema(one)) };
  }
}

function objectSchema(
  { members }: ObjectShape,
  within: (shape: Shape) => Schema = schemaOf,
): Schema & { readonly properties: Schema; readonly required: readonly string[] } {
  const entries = Object.entries(members);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, member]) => [key, within(member)])),
    required: entries.filter(([, member]) => member.kind !== 'optional').map(([key]) => key),
    additionalProperties: false,
  };
}
