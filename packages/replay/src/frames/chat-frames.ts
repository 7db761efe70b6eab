import { isJsonObject, type Json, type JsonObject } from '@stepfork/trace';
import { listIn } from '../messages/json-parts.ts';
import type { FrameDialect } from './frame-dialect.ts';
import { hasWrittenArguments } from './has-written-arguments.ts';

/** Chat completions: a chunk with the message and one with the reason of its end, for each choice. */
export const chatFrames: FrameDialect = (recorded, answer, ended) => {
  const first = recorded.find(({ choices }) => Array.isArray(choices));
  const choices = listIn(answer, 'choices').filter(hasMessage);
  if (first === undefined || choices.length === 0 || !choices.every(hasWrittenCalls)) return null;
  const whole: JsonObject = { ...first, ...answer, object: 'chat.completion.chunk' };
  const { choices: _, usage: __, ...head } = whole;
  const chunk = (...said: readonly JsonObject[]): JsonObject => ({ data: { ...head, choices: said } });
  const counted = recorded.findLast(({ usage }) => isJsonObject(usage));
  return [
    ...choices.flatMap((choice, at) => choiceChunks(choice, at).map((one) => chunk(one))),
    // Sent only to who asked for it.
    ...(counted === undefined ? [] : [{ data: { ...head, choices: [], usage: answer.usage ?? counted.usage ?? null } }]),
    ...(ended === '[DONE]' ? [{ data: ended }] : []),
  ];
};

interface Choice extends JsonObject {
  readonly message: JsonObject;
}

function hasMessage(choice: Json): choice is Choice {
  return isJsonObject(choice) && isJsonObject(choice.message);
}

function hasWrittenCalls({ message }: Choice): boolean {
  return listIn(message, 'tool_calls').every((call) => isJsonObject(call) && hasWrittenArguments(call.function ?? null));
}

function choiceChunks({ index: own, message, finish_reason: reason, logprobs }: Choice, at: number): readonly JsonObject[] {
  const index = own ?? at;
  const calls = listIn(message, 'tool_calls').filter(isJsonObject);
  const numbered = calls.map((call, place) => ({ index: place, id: `call_${place}`, type: 'function', ...call }));
  const delta = { role: 'assistant', ...message, ...(calls.length > 0 && { tool_calls: numbered }) };
  return [
    { index, delta, ...(logprobs !== undefined && { logprobs }), finish_reason: null },
    { index, delta: {}, finish_reason: reason ?? (calls.length > 0 ? 'tool_calls' : 'stop') },
  ];
}
