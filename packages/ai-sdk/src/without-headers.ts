/** Headers of answers that the SDK acts on; others may hold cookies and names of accounts. */
const kept: ReadonlySet<string> = new Set(['content-type', 'retry-after', 'retry-after-ms', 'x-request-id', 'request-id']);

/** What is recorded of an answer, whole or the head of a stream: without most of the headers that came with it. */
export function withoutHeaders(answer: object): object {
  const { response } = answer as { readonly response?: unknown };
  if (typeof response !== 'object' || response === null || !('headers' in response)) return answer;
  return { ...answer, response: { ...response, headers: keptHeaders(response.headers) } };
}

/** `undefined` where there were none. */
export function keptHeaders(headers: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept.has(name.toLowerCase())));
}
