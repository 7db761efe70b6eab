import { decodeBase64 } from '../bytes/base64.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { credentialName } from './credential-name.ts';

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
  const texts: StreamText[] = [];
  addTexts(chunk, { of: '', path: [], key: '' }, texts);
  return texts;
}

/** The texts of all chunks of a stream, put together. */
export function joinedStreamTexts(chunks: readonly Json[]): readonly string[] {
  const texts = new Map<string, string>();
  for (const chunk of chunks) for (const { of, text } of streamTexts(chunk)) texts.set(of, (texts.get(of) ?? '') + text);
  return [...texts.values()];
}

type Standing = Pick<StreamText, 'of' | 'path' | 'key'>;

function addTexts(value: Json, standing: Standing, texts: StreamText[]): void {
  const { of, path, key } = standing;
  if (typeof value === 'string') {
    if (value !== '' && !isLabel(key)) texts.push({ of, path, key, text: value, isBytes: false });
    return;
  }
  if (typeof value !== 'object' || value === null || path.length > deepest) return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      if (mayHold(item)) addTexts(item, { of: `${of}/${numberOf(item) ?? at}`, path: [...path, at], key: '' }, texts);
    }
    return;
  }
  if ('$' in value) {
    const text = bytesOf(value as JsonObject);
    if (text !== null) texts.push({ of, path, key, text, isBytes: true });
    return;
  }
  // An event that came over HTTP stands under `data`, a line under `line`.
  const isChunk = path.length === 0 || (path.length === 1 && (key === 'data' || key === 'line'));
  const number = isChunk ? numberOf(value) : null;
  const here = `${of}${number === null ? '' : `#${number}`}`;
  for (const name of Object.keys(value)) {
    const part = (value as JsonObject)[name] as Json;
    if (mayHold(part)) addTexts(part, { of: `${here}/${name}`, path: [...path, name], key: name }, texts);
  }
}

/** A text is in it, perhaps. */
function mayHold(value: Json): boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;
}

const labels: Map<string, boolean> = new Map();

/** Keys of texts that do not go on: the same ones come again and again. */
function isLabel(key: string): boolean {
  const known = labels.get(key);
  if (known !== undefined) return known;
  const found = label.test(key) || credentialName(key) === 'certain';
  if (labels.size >= mostLabels) labels.clear();
  labels.set(key, found);
  return found;
}

const mostLabels = 2_000;
const deepest = 12;
/** What says what a chunk is or belongs to. */
const label =
  /(?:^|_)(?:id|type|model|role|name|event|status|object|reason|fingerprint|tier|created|version|mime|logprobs?|provider)$|(?:[a-z])(?:Id|Type|Name|Reason|Model)$|^token$/;

const indices: readonly string[] = ['index', 'output_index', 'content_index', 'summary_index'];

// OpenAI numbers choices and calls, Anthropic blocks, both responses and the AI SDK by several names.
function numberOf(value: Json): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  let numbers: string | null = null;
  for (const name of indices) {
    const number = (value as JsonObject)[name];
    if (typeof number === 'number') numbers = numbers === null ? `${number}` : `${numbers}.${number}`;
  }
  if (numbers !== null) return numbers;
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
