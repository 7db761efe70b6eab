/** Lets what a read takes for real pass on the virtual clock too. */
type InTime = (read: () => Promise<unknown>) => Promise<unknown>;
type Method = (...args: unknown[]) => unknown;

/**
 * A stream that a body hands over for real: each of its chunks takes its time on the virtual clock as well, so that a timeout of the agent wins or
 * loses as it would have. It is changed in place and stays what it is. Web streams and Readables of Node are left alone: their chunks come when
 * they are produced, whoever reads.
 */
export function chunksInTime(value: unknown, inTime: InTime): unknown {
  if (typeof value !== 'object' || value === null || 'getReader' in value || 'pipe' in value) return value;
  if ('next' in value && Symbol.asyncIterator in value) return nextInTime(value, inTime);
  const iterate: unknown = Reflect.get(value, Symbol.asyncIterator);
  if (typeof iterate !== 'function') return value;
  put(value, Symbol.asyncIterator, (...args) => nextInTime(iterate.apply(value, args), inTime));
  return value;
}

function nextInTime(iterator: unknown, inTime: InTime): unknown {
  if (typeof iterator !== 'object' || iterator === null) return iterator;
  const next: unknown = Reflect.get(iterator, 'next');
  if (typeof next === 'function') put(iterator, 'next', (...args) => inTime(async () => next.apply(iterator, args)));
  return iterator;
}

/** A frozen one stays as it is: its chunks then take no time. */
function put(target: object, key: PropertyKey, value: Method): void {
  Reflect.defineProperty(target, key, { value, writable: true, configurable: true, enumerable: false });
}
