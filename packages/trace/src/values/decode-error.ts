import type { Json } from '../json/json.ts';
import { errorClass } from './error-class.ts';
import type { TaggedError } from './tagged.ts';
import { ValueError } from './value-error.ts';

/** A real error of the recorded class, without running that class's constructor. */
export function decodeError(tagged: TaggedError, decode: (json: Json) => unknown): Error {
  const { class: name, bases = [], fields } = tagged;
  if (typeof name !== 'string' || !Array.isArray(bases) || tagged.name === undefined || tagged.message === undefined) {
    throw new ValueError('error', 'must hold class, name and message');
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new ValueError('error', 'must hold fields');
  const error = create(name, bases, decode(tagged.name), decode(tagged.message));
  if (tagged.cause !== undefined) hidden(error, 'cause', decode(tagged.cause));
  if (tagged.errors !== undefined) hidden(error, 'errors', decode(tagged.errors));
  for (const [key, value] of Object.entries(decode(fields) as object)) {
    Object.defineProperty(error, key, { value, enumerable: true, writable: true, configurable: true });
  }
  for (const [key, value] of Object.entries(tagged.symbols ?? {})) {
    Object.defineProperty(error, Symbol.for(key), { value: decode(value), enumerable: true, writable: true, configurable: true });
  }
  return error;
}

function create(className: string, bases: readonly string[], name: unknown, message: unknown): Error {
  if (className === 'DOMException' && typeof DOMException === 'function') return new DOMException(String(message), String(name));
  const error: Error = Reflect.construct(Error, [], errorClass(className, bases));
  hidden(error, 'message', message);
  if (error.name !== name) hidden(error, 'name', name);
  return error;
}

function hidden(error: Error, key: string, value: unknown): void {
  Object.defineProperty(error, key, { value, enumerable: false, writable: true, configurable: true });
}
