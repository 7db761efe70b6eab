import { anthropicAnswer } from './anthropic-answer.ts';
import { chatAnswer } from './chat-answer.ts';
import { geminiAnswer } from './gemini-answer.ts';
import { keptThing, keptThings } from './kept-thing.ts';
import { ollamaAnswer } from './ollama-answer.ts';
import { responsesAnswer } from './responses-answer.ts';
import type { ProviderAnswer } from './send-answer.ts';
import { type Asked, type Body, json, type Reply, type ToolCall } from './wire.ts';

export interface AnswerRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly mint: () => string;
  readonly seconds: () => number;
  /** Models whose first call has failed already. */
  readonly failed: Set<string>;
  /** What is called, one after the other, before the answer in words. */
  readonly calls: (request: Body) => readonly ToolCall[];
}

export function answerOf({ method, url, headers: asking, body: text, mint, seconds, failed, calls }: AnswerRequest): ProviderAnswer {
  const path = url.split('?')[0] ?? '';
  const body = bodyOf(text);
  const model = String(body.model ?? path);
  const headers = { 'x-request-id': `req_${mint()}`, 'openai-processing-ms': '12', 'set-cookie': 'session=provider-cookie-0123456789' };
  const code = /fail(\d+)/.exec(model)?.[1];
  if (code !== undefined && !failed.has(model)) {
    failed.add(model);
    return failure(Number(code), model, headers);
  }
  const isOfAnthropic = asking['anthropic-version'] !== undefined;
  const asked: Asked = { method, body, path, call: calls(body)[toldResults(body)] ?? null, mint, seconds, isOfAnthropic };
  const route = routes.find(({ ends }) => ends.test(path));
  const reply = route?.answer(asked) ?? { ...json({ error: { message: `no such route ${path}` } }), status: 404 };
  return { ...reply, headers: { ...headers, ...reply.headers }, ...faults(model) };
}

const routes: readonly { readonly ends: RegExp; readonly answer: (asked: Asked) => Reply }[] = [
  { ends: /\/chat\/completions$/, answer: chatAnswer },
  { ends: /\/responses$/, answer: responsesAnswer },
  { ends: /^(?!.*\/threads\/).*\/messages$/, answer: anthropicAnswer },
  { ends: /:(?:stream)?[gG]enerateContent$/, answer: geminiAnswer },
  { ends: /\/api\/chat$/, answer: ollamaAnswer },
  { ends: /\/traces\/ingest$/, answer: () => ({ status: 204, headers: {}, chunks: [] }) },
  { ends: /\/orders\/\d+$/, answer: ({ path }) => json({ id: Number(path.split('/').at(-1)), total_cents: 4999, big: 1 }) },
  { ends: keptThings, answer: keptThing },
];

function failure(status: number, model: string, headers: Readonly<Record<string, string>>): ProviderAnswer {
  const type = status === 429 ? 'rate_limit_error' : 'api_error';
  const seconds = /wait(\d+)/.exec(model)?.[1];
  const retry: Readonly<Record<string, string>> =
    seconds === undefined ? { 'retry-after-ms': '5', 'retry-after': '0' } : { 'retry-after': seconds };
  const error = JSON.stringify({ type: 'error', error: { type, message: `failed with ${status}`, code: null, param: null } });
  return { status, headers: { 'content-type': 'application/json', ...retry, ...headers }, chunks: [error] };
}

function faults(model: string): Partial<ProviderAnswer> {
  return {
    ...(model.includes('gzip') && { encoding: 'gzip' }),
    ...(model.includes('-br') && { encoding: 'br' }),
    ...(model.includes('split') && { split: true }),
    ...(model.includes('slow') && { delayMs: 20 }),
    ...(model.includes('cut') && { cutAfter: 3 }),
  };
}

function bodyOf(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Body) : {};
  } catch {
    // A form or nothing at all: the path alone says what is asked.
    return {};
  }
}

/** How many results of tools stand in what was said. */
function toldResults(body: Body): number {
  const said = JSON.stringify(body.messages ?? body.input ?? body.contents ?? []);
  return said.match(/"role":"tool"|"type":"tool_result"|"type":"function_call_output"|"functionResponse":/g)?.length ?? 0;
}
