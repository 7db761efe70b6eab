import { askedCalls, isHttpCall, messageAnswer, messagesOf } from '@stepfork/replay/recorded';
import type { Call, Json, JsonObject, Step } from '@stepfork/trace';
import type { Style } from '../style.ts';
import { renderOutcome } from './outcome.ts';
import { printable } from './printable.ts';
import { showJson } from './show-json.ts';

/** What was asked, on one line: of a model whose language is known the last message, which is what is new in it. */
export function renderAsked(call: Call, width: number): string {
  const last = isKnownModel(call) ? messagesOf(call.input).at(-1) : undefined;
  if (last === undefined || last.text === '') return showJson(call.input, width);
  return cut(last.role === null ? last.text : `${last.role}: ${last.text}`, width);
}

/** What came back, on one line: of a model whose language is known the tools that it asked for, or what it said. */
export function renderAnswered({ call, outcome }: Pick<Step, 'call' | 'outcome'>, style: Style, width: number): string {
  if (!isKnownModel(call)) return renderOutcome(outcome, style, width);
  const asked = askedCalls(outcome);
  if (asked.length > 0) return cut(asked.map(({ name, input }) => `${name} ${showJson(input)}`).join(', '), width);
  const answer = messageAnswer(outcome);
  if (answer.kind !== 'returned') return renderOutcome(outcome, style, width);
  const said = saidIn(answer.value);
  return said === '' ? showJson(answer.value, width) : cut(said, width);
}

/** It was asked over HTTP, or through the AI SDK, which has one form for all models. */
function isKnownModel(call: Call): boolean {
  return call.kind === 'model' && (isHttpCall(call) || Array.isArray((call.input as JsonObject | null)?.prompt));
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
