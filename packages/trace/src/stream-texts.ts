import { decodeBase64 } from './base64.ts';
import { credentialName } from './credential-name.ts';
import type { Json, JsonObject } from './json.ts';

/** A text in a chunk that may go on in the next one. */
export interface StreamText {
  /** Which text of the stream: the same in all chunks that go on with it. */
  readonly of: string;
  readonly path: readonly (string | number)[];
  /** Under which it stands; empty in lists and alone. */
  readonly key: string;
  readonly text: string;
  readonly isBytes: boolean;
}

/**
 * The texts of an encoded chunk: a bare text, bytes (each as a character), and those in its fields, told apart by where they stand and by
 * what numbers them there (`index`): parallel answers and calls come interleaved. Names and ids are none.
 */
export function streamTexts(chunk: Json): readonly StreamText[] {
  return [...textsIn(chunk, { of: '', path: [], key: '' })];
}

/** The texts of all chunks of a stream, put together. */
export function joinedStreamTexts(chunks: readonly Json[]): readonly string[] {
  const texts = new Map<string, string>();
  for (const chunk of chunks) for (const { of, text } of streamTexts(chunk)) texts.set(of, (texts.get(of) ?? '') + text);
  return [...texts.values()];
}

type Standing = Pick<StreamText, 'of' | 'path' | 'key'>;

function* textsIn(value: Json, standing: Standing): Generator<StreamText> {
  const { of, path, key } = standing;
  if (typeof value === 'string') {
    if (value !== '' && !label.test(key) && credentialName(key) !== 'certain') yield { ...standing, text: value, isBytes: false };
    return;
  }
  if (typeof value !== 'object' || value === null || path.length > deepest) return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* textsIn(item, { of: `${of}/${numberOf(item) ?? at}`, path: [...path, at], key: '' });
    return;
  }
  if ('$' in value) {
    const text = bytesOf(value as JsonObject);
    if (text !== null) yield { ...standing, text, isBytes: true };
    return;
  }
  // An event that came over HTTP stands under `data`, a line under `line`.
  const isChunk = path.length === 0 || (path.length === 1 && (key === 'data' || key === 'line'));
  const number = isChunk ? numberOf(value) : null;
  const here = `${of}${number === null ? '' : `#${number}`}`;
  for (const [name, part] of Object.entries(value)) yield* textsIn(part, { of: `${here}/${name}`, path: [...path, name], key: name });
}

const deepest = 12;
/** What says what a chunk is or belongs to. */
const label =
  /(?:^|_)(?:id|type|model|role|name|event|status|object|reason|fingerprint|tier|created|version|mime|logprobs?|provider)$|(?:[a-z])(?:Id|Type|Name|Reason|Model)$|^token$/;

// OpenAI numbers choices and calls, Anthropic blocks, both responses and the AI SDK by several names.
function numberOf(value: Json): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const numbers = ['index', 'output_index', 'content_index', 'summary_index'].flatMap((name) => {
    const number = (value as JsonObject)[name];
    return typeof number === 'number' ? [number] : [];
  });
  if (numbers.length > 0) return numbers.join('.');
  const { id, type } = value as JsonObject;
  return typeof id === 'string' && typeof type === 'string' ? `${type} ${id}` : null;
}

function bytesOf({ $: tag, type, value }: JsonObject): string | null {
  if (tag !== 'bytes' || (type !== 'Buffer' && type !== 'Uint8Array' && type !== 'ArrayBuffer') || typeof value !== 'string') return null;
  const bytes = decodeBase64(value);
  if (bytes === null || bytes.length === 0) return null;
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return text;
}
