import { canonicalJson, type Json } from '@stepfork/trace';
import { itemsOf, keysOf } from '../matchers/contents.ts';
import { isTag } from '../matchers/is-tag.ts';
import { textOf } from '../matchers/text-of.ts';
import { messageRequest } from './message-request.ts';
import { roleNamed } from './role-named.ts';

/** One message of a request, read the same way from every dialect. */
export interface Message {
  /** `system` for a developer's too, `assistant` for what the model said; `null` where none is written. */
  readonly role: string | null;
  /** All that the message says, its texts first: one a line. Of what is no text, the canonical JSON. */
  readonly text: string;
}

/** Where instructions stand beside the messages: Anthropic, OpenAI's Responses, Gemini. */
const systemFields = ['system', 'instructions', 'systemInstruction', 'system_instruction'];
const messageFields = ['messages', 'prompt', 'input', 'contents'];
const textFields = ['text', 'content', 'parts'];
/** Fields that say nothing to the model. Any other counts: a text that is looked for may stand in a field that we do not know. */
const silentFields = ['role', 'type', 'id', 'tool_call_id', 'toolCallId', 'tool_use_id', 'call_id', 'cache_control', 'signature', 'index'];

/**
 * The messages of a request to a model, instructions first: from `messages`, `prompt`, `input` or `contents`, and from `system` or what it
 * is called elsewhere. A text alone is what the user says, a list alone is the list of messages. A request in which none of these is found
 * is one message without a role, so that what it holds is not overlooked. Of a request that was recorded over HTTP the body is read.
 */
export function messagesOf(request: Json): readonly Message[] {
  const found = read(request, () => true);
  const said = messageRequest(request);
  return found.length > 0 || keysOf(said, null) === null ? found : [{ role: null, text: textsIn(said).join('\n') }];
}

/** The texts of its instructions, wherever they stand. The other messages are not read: a history is long. */
export function instructionsOf(request: Json): readonly string[] {
  return read(request, (role) => role === 'system').map(({ text }) => text);
}

function read(request: Json, isWanted: (role: string | null) => boolean): readonly Message[] {
  const said = messageRequest(request);
  const fields = keysOf(said, null);
  if (fields === null) return messagesIn(said, isWanted);
  return [
    ...systemFields.flatMap((key) => instructionsIn(fields.get(key))),
    ...messageFields.flatMap((key) => messagesIn(fields.get(key) ?? null, isWanted)),
  ];
}

function instructionsIn(value: Json | undefined): readonly Message[] {
  const texts = value === undefined ? [] : textsIn(value);
  return texts.length === 0 ? [] : [{ role: 'system', text: texts.join('\n') }];
}

function messagesIn(value: Json, isWanted: (role: string | null) => boolean): readonly Message[] {
  const alone = textOf(value);
  if (alone !== null) return isWanted('user') ? [{ role: 'user', text: alone }] : [];
  return (itemsOf(value, null) ?? []).flatMap((item) => {
    const named = textOf(item) !== null ? 'user' : keysOf(item, null)?.get('role');
    const role = typeof named === 'string' ? roleNamed(named) : null;
    return isWanted(role) ? [{ role, text: textsIn(item).join('\n') }] : [];
  });
}

function textsIn(value: Json): readonly string[] {
  if (value === null || isTag(value, 'undefined')) return [];
  const text = textOf(value);
  if (text !== null) return [text];
  const items = itemsOf(value, null);
  if (items !== null) return items.flatMap(textsIn);
  const fields = keysOf(value, null);
  if (fields === null) return [canonicalJson(value)];
  const texts = textFields.flatMap((key) => textsIn(fields.get(key) ?? null));
  const others = [...fields].filter(([key]) => !textFields.includes(key) && !silentFields.includes(key));
  const isNothing = (part: Json): boolean => part === null || isTag(part, 'undefined');
  return [...texts, ...others.flatMap(([, part]) => (isNothing(part) ? [] : (toolOutput(part) ?? [textOf(part) ?? canonicalJson(part)])))];
}

const outputTypes: readonly unknown[] = ['text', 'json', 'error-text', 'error-json', 'content'];

/** What a tool answered, as the AI SDK tells a model: the value alone, without the word of its kind. `null`: it is something else. */
function toolOutput(part: Json): readonly string[] | null {
  const fields = keysOf(part, null);
  const value = fields?.get('value');
  if (value === undefined || !outputTypes.includes(fields?.get('type'))) return null;
  return fields?.get('type') === 'content' ? textsIn(value) : [textOf(value) ?? canonicalJson(value)];
}
