/** An answer of `doGenerate`. */
export interface WholeAnswer {
  readonly content: readonly object[];
  readonly finishReason: unknown;
  readonly usage: unknown;
  readonly warnings: readonly unknown[];
  readonly [field: string]: unknown;
}

/**
 * The answer that a declared value stands for: a text is what the model says, a list its content, an object an answer of `doGenerate` of which
 * only `content` must be there. The rest is made up as the specification of the model wants it.
 */
export function wholeAnswer(value: unknown, specificationVersion: string): WholeAnswer {
  const given = describedAnswer(value);
  const calls = given.content.some(
    (part) => 'type' in part && part.type === 'tool-call' && !('providerExecuted' in part && part.providerExecuted),
  );
  const reason = calls ? 'tool-calls' : 'stop';
  const isFlat = specificationVersion === 'v2';
  return {
    finishReason: isFlat ? reason : { unified: reason, raw: undefined },
    usage: isFlat ? flatUsage : usage,
    warnings: [],
    ...given,
  };
}

const flatUsage = { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined };
const usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function describedAnswer(value: unknown): { readonly content: readonly object[] } {
  if (Array.isArray(value)) return { content: value as readonly object[] };
  if (typeof value === 'object' && value !== null && 'content' in value) {
    const { content } = value;
    return { ...value, content: Array.isArray(content) ? (content as readonly object[]) : said(content) };
  }
  return { content: said(value) };
}

function said(value: unknown): readonly object[] {
  if (value === null || value === undefined) return [];
  return [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }];
}
