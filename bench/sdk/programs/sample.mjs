/**
 * Asks for each tool that a request offers, one after the other, with arguments that its schema allows.
 *
 * @param {{ tools?: readonly object[] }} request to OpenAI or Anthropic
 * @returns {readonly { name: string, input: object }[]}
 */
export function callsFor({ tools = [] }) {
  return tools.flatMap((tool) => {
    const { name, parameters, input_schema: schema = parameters } = tool.function ?? tool;
    return name === undefined || schema === undefined ? [] : [{ name, input: sample(schema, schema) }];
  });
}

/** A value that a JSON schema allows. */
export function sample(schema, root) {
  if (schema.$ref !== undefined)
    return sample(
      schema.$ref
        .split('/')
        .slice(1)
        .reduce((part, key) => part[key], root),
      root,
    );
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return sample(first, root);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, sample(part, root)]));
    case 'array':
      return [sample(schema.items ?? {}, root)];
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return 'Tokyo';
  }
}
