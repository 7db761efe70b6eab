/** The schema of a tool's answers as `tool()` takes it: a Standard Schema, or the JSON Schema that `jsonSchema()` of the SDK holds. */
export function outputOf(schema: unknown): { readonly output?: unknown } {
  if (typeof schema !== 'object' || schema === null) return {};
  if ('~standard' in schema) return { output: schema };
  if (!('jsonSchema' in schema)) return {};
  const { jsonSchema } = schema;
  const isPlain = typeof jsonSchema === 'object' && jsonSchema !== null && !('then' in jsonSchema);
  return isPlain ? { output: jsonSchema } : {};
}
