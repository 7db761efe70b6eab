import { Writable } from 'node:stream';

/** What the language, Node and our own recorder ask of any value in order to learn whether it is something else. */
const probed: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'next',
  'getReader',
  'emit',
  'pipe',
  'allowHalfOpen',
  'write',
  'setHeader',
  'abort',
  'req',
  'append',
  'href',
]);

/**
 * `stream` itself, with a layer under it that calls `refuse` where somebody asks for a member that it has not: the original may have had it.
 *
 * @param others it is none of these for sure: their members it has not.
 */
export function guarded<T extends object>(stream: T, refuse: (member: string) => Error, others: readonly object[] = []): T {
  // A proxy in its place would not do: what is private to a stream is found on the stream alone.
  const layer = new Proxy(Object.create(Object.getPrototypeOf(stream)) as object, {
    get(target, key, receiver) {
      if (key in target) return Reflect.get(target, key, receiver);
      if (typeof key === 'symbol' || /^(?:_|readable|writable)/.test(key) || probed.has(key)) return undefined;
      if (others.length > 0 && [...others, Writable.prototype].some((other) => key in other)) return undefined;
      throw refuse(key);
    },
  });
  return Object.setPrototypeOf(stream, layer);
}
