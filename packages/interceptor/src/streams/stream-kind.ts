import type { Readable } from 'node:stream';
import type { StreamKind } from '@stepfork/trace';

/** What an agent may take `value` for; `null`: it is no stream. Reads members of `value`, and changes nothing. */
export function streamKindOf(value: object): Exclude<StreamKind, 'parts'> | null {
  if (!has(value, Symbol.asyncIterator) && !has(value, 'getReader')) return null;
  // What is an iterator itself is read as one, whatever else it offers.
  if (has(value, 'next')) return isBareGenerator(value) ? 'generator' : 'iterator';
  if (has(value, 'getReader')) return givesBytes(value as ReadableStream) ? 'web-bytes' : 'web';
  if (!has(value, 'emit') || !('readableFlowing' in value)) return 'iterable';
  const { readableObjectMode, readableEncoding } = value as Readable;
  if (readableObjectMode) return 'node-objects';
  return readableEncoding === null ? 'node' : 'node-text';
}

/** Nobody has put members on it, as SDKs do. */
function isBareGenerator(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object AsyncGenerator]' && Object.keys(value).length === 0;
}

/** Only a stream of bytes gives such a reader; for another one the attempt leaves no trace. */
function givesBytes(stream: ReadableStream): boolean {
  if (!(stream instanceof ReadableStream) || stream.locked) return false;
  try {
    stream.getReader({ mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

function has(value: object, method: PropertyKey): boolean {
  return typeof Reflect.get(value, method) === 'function';
}
