interface ToolResult {
  readonly content: readonly unknown[];
  readonly structuredContent?: object;
}

/** The result of a tool that a declared or exemplary value stands for: a result of the protocol is itself, anything else what such a result holds. */
export function toolResult(value: unknown): unknown {
  if (isResult(value)) return value;
  if (value === null || value === undefined) return { content: [] } satisfies ToolResult;
  const text = { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) };
  const isStructured = typeof value === 'object' && !Array.isArray(value);
  return { content: [text], ...(isStructured && { structuredContent: value }) } satisfies ToolResult;
}

function isResult(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('content' in value && Array.isArray(value.content)) || 'toolResult' in value || 'resultType' in value;
}
