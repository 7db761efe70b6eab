import { encodeValue, isJsonObject, type Json, type JsonObject, type Outcome } from '@stepfork/trace';
import { idDialects } from '../dialects/id-dialects.ts';
import { textIn } from '../messages/json-parts.ts';
import { messageAnswer } from '../messages/message-answer.ts';
import type { AskedCall } from './asked-call.ts';

/** The tools that a model asked for, in its order. What the provider runs itself has no id to answer by and is none. */
export function askedCalls(outcome: Outcome): readonly AskedCall[] {
  const found = known.get(outcome) ?? read(outcome);
  known.set(outcome, found);
  return found;
}

// An outcome never changes, and is asked for by who prepares a replay, who judges it and who shows it.
const known = new WeakMap<Outcome, readonly AskedCall[]>();

function read(outcome: Outcome): readonly AskedCall[] {
  const answer = messageAnswer(outcome);
  return idDialects.flatMap((dialect) => dialect.itemsOf(answer).flatMap(({ item, isCut }) => (isCut === true ? [] : ofItem(item))));
}

/** Chat completions and Ollama, Responses, Messages, Gemini, and the AI SDK's own form. */
function ofItem(item: JsonObject): readonly AskedCall[] {
  const { type, id = null, function: called = item.custom, call_id: callId, toolCallId, partial_json: pieces } = item;
  if (isJsonObject(called)) return call(id, called.name, called.arguments ?? called.input);
  if (type === 'tool_use') return call(id, item.name, typeof pieces === 'string' && pieces !== '' ? pieces : item.input);
  // A part of the AI SDK's form as it stands: its own dialect hands it over too, without the type, and leaves out what the provider runs.
  if (type === 'tool-call') return [];
  if (typeof toolCallId === 'string') return call(toolCallId, item.toolName, item.input);
  if (type === 'functionCall') return call(id, item.name, item.args);
  if (typeof callId !== 'string' || typeof type !== 'string' || !type.endsWith('_call')) return [];
  // A shell or a computer that the agent lends to the model has no name of its own.
  return call(callId, item.name ?? type.replace(/_call$/, ''), item.arguments ?? item.input ?? item.action);
}

function call(id: Json, name: Json | undefined, input: Json | undefined): readonly AskedCall[] {
  if (typeof name !== 'string' || name === '') return [];
  return [{ id: textIn(id), name, input: parsed(input ?? {}) }];
}

/** Arguments are JSON text in some APIs; what is none is what it is. */
function parsed(input: Json): Json {
  if (typeof input !== 'string') return input;
  if (input === '') return {};
  try {
    return encodeValue(JSON.parse(input));
  } catch {
    return input;
  }
}
