import { askedCalls, type HttpCall, isHttpCall, isResponseHead, messageAnswer, messagesOf } from '@stepfork/replay/recorded';
import type { Call, Json, JsonObject, Step } from '@stepfork/trace';
import type { Style } from '../terminal/style.ts';
import { renderOutcome } from './outcome.ts';
import { printable } from './printable.ts';
import { showJson } from './show-json.ts';

/** What was asked, on one line: of a model whose language is known the last message, which is what is new in it; of another request what was sent. */
export function renderAsked(call: Call, width: number): string {
  if (isRequest(call)) return cut(sentIn(call), width);
  const last = isKnownModel(call) ? messagesOf(call.input).at(-1) : undefined;
  if (last === undefined || last.text === '') return showJson(call.input, width);
  return cut(last.role === null ? last.text : `${last.role}: ${last.text}`, width);
}

/** What came back, on one line: of a model whose language is known the tools that it asked for, or what it said; of another request its status and its JSON. */
export function renderAnswered({ call, outcome }: Pick<Step, 'call' | 'outcome'>, style: Style, width: number): string {
  const head = isRequest(call) && outcome.kind === 'streamed' ? outcome.chunks[0]?.value : undefined;
  const body = messageAnswer(outcome);
  if (isResponseHead(head) && body.kind === 'returned') return cut(`${head.status} ${showJson(body.value, width)}`, width);
  if (!isKnownModel(call)) return renderOutcome(outcome, style, width);
  const asked = askedCalls(outcome);
  if (asked.length > 0) return cut(asked.map(({ name, input }) => `${name} ${showJson(input)}`).join(', '), width);
  if (body.kind !== 'returned') return renderOutcome(outcome, style, width);
  const said = saidIn(body.value);
  return said === '' ? showJson(body.value, width) : cut(said, width);
}

/** It was asked over HTTP, or through the AI SDK, which has one form for all models. */
function isKnownModel(call: Call): boolean {
  return call.kind === 'model' && (isHttpCall(call) || Array.isArray((call.input as JsonObject | null)?.prompt));
}

/** It asks no model; its name is what `requestName` of @stepfork/http made of method, host and path. */
function isRequest(call: Call): call is HttpCall {
  return call.kind === 'tool' && isHttpCall(call);
}

/** What the name does not say already: the path where there are ids or a query in it, and the body. */
function sentIn({ name, input: { url, body } }: HttpCall): string {
  return [...(name.endsWith(url) ? [] : [url]), ...(body === undefined || body === null ? [] : [showJson(body)])].join(' ');
}

/** Where the APIs of models put what is said: chat completions, Ollama, Gemini, Responses, Messages, the AI SDK. */
const messageKeys = ['choices', 'message', 'candidates', 'output', 'content', 'parts', 'text'];

function saidIn(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(saidIn).filter(Boolean).join(' ');
  if (value === null || typeof value !== 'object') return '';
  return messageKeys
    .map((key) => saidIn((value as JsonObject)[key] ?? null))
    .filter(Boolean)
    .join(' ');
}

function cut(text: string, width: number): string {
  const shown = printable(text.replace(/\s+/g, ' '));
  return shown.length <= width ? shown : `${shown.slice(0, Math.max(1, width - 1))}…`;
}
