import { encodeValue, type Json } from '@stepfork/trace';

/** The least value that a JSON Schema allows, or a Standard Schema that can say itself as one; `null` where the schema is none that we can read. */
export function schemaExample(schema: unknown): { readonly value: Json } | null {
  const value = leastValue(encodeValue(standardJsonSchema(schema) ?? schema), 0);
  return value === undefined ? null : { value };
}

function leastValue(schema: Json | undefined, depth: number): Json | undefined {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema) || depth > 32) return undefined;
  const { type, properties, required, items, ...rest } = schema as { readonly [key: string]: Json };
  const named = namedValue(rest);
  if (named !== undefined) return named;
  switch (Array.isArray(type) ? type[0] : (type ?? (properties === undefined ? undefined : 'object'))) {
    case 'object': {
      const keys = Array.isArray(required) ? required : [];
      const entries = keys.map((key) => [
        String(key),
        leastValue((properties as { readonly [key: string]: Json } | undefined)?.[String(key)], depth + 1) ?? null,
      ]);
      return Object.fromEntries(entries);
    }
    case 'array': {
      const { minItems = 0 } = rest;
      return Array.from({ length: Math.min(Number(minItems), 100) }, () => leastValue(items, depth + 1) ?? null);
    }
    case 'string':
      return 'x'.repeat(Math.min(Number(rest.minLength ?? 0), 1000));
    case 'number':
    case 'integer':
      return Math.max(0, Math.ceil(Number(rest.minimum ?? 0)));
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return alternative(rest, depth);
  }
}

function namedValue({ const: constant, default: byDefault, examples, enum: choices }: { readonly [key: string]: Json }): Json | undefined {
  if (constant !== undefined) return constant;
  if (byDefault !== undefined) return byDefault;
  return [examples, choices].flatMap((list) => (Array.isArray(list) ? list.slice(0, 1) : []))[0];
}

function alternative({ anyOf, oneOf }: { readonly [key: string]: Json }, depth: number): Json | undefined {
  for (const choice of [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []))) {
    const value = leastValue(choice, depth + 1);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** @see Standard JSON Schema, https://standardschema.dev/json-schema */
function standardJsonSchema(schema: unknown): unknown {
  const standard = isRecord(schema) ? schema['~standard'] : undefined;
  const jsonSchema = isRecord(standard) ? standard.jsonSchema : undefined;
  if (!isRecord(jsonSchema) || typeof jsonSchema.output !== 'function') return undefined;
  try {
    return (jsonSchema.output as (options: { readonly target: string }) => unknown)({ target: 'draft-2020-12' });
  } catch {
    // A schema that JSON Schema cannot say: transforms, for instance.
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
