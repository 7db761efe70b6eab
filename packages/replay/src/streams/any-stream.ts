import { Readable } from 'node:stream';
import { throwUnheard } from './throw-unheard.ts';

/**
 * A recorded stream of which the trace does not say what it was, as the agent may have got it: an async iterator that can also be read as a
 * web stream or as a Readable of Node, whichever it was. Nothing else of the original object was recorded: `refuse` is called where the agent
 * asks for another member of it.
 */
export function anyStream(chunks: AsyncGenerator<unknown>, refuse: (member: string) => Error): AsyncGenerator<unknown> {
  // Not the generator itself: its methods would not work on a proxy.
  const iterator: AsyncGenerator<unknown> = Object.create(Object.getPrototypeOf(chunks), {
    next: { value: () => chunks.next(), configurable: true, writable: true },
    return: { value: (value: unknown) => chunks.return(value), configurable: true, writable: true },
    throw: { value: (error: unknown) => chunks.throw(error), configurable: true, writable: true },
  });
  let web: ReadableStream | null = null;
  let node: Readable | null = null;
  const shown = new Proxy(iterator, {
    has: (target, key) => Reflect.has(target, key) || key in ReadableStream.prototype || key in Readable.prototype,
    get(target, key) {
      if (Reflect.has(target, key)) return Reflect.get(target, key);
      if (key in ReadableStream.prototype) {
        web ??= ReadableStream.from(shown);
        return memberOf(web, key);
      }
      // Node's own functions on streams look at the state that stands under `_`, then at much else.
      if (node !== null || key in Readable.prototype || (typeof key === 'string' && key.startsWith('_'))) {
        node ??= readable(shown);
        return memberOf(node, key);
      }
      if (typeof key === 'symbol' || probed.has(key)) return undefined;
      throw refuse(key);
    },
  });
  return shown;
}

function readable(chunks: AsyncIterable<unknown>): Readable {
  const stream = Readable.from(chunks);
  throwUnheard(stream);
  return stream;
}

/** What the language asks of any value, as `await` and `JSON.stringify` do. */
const probed: ReadonlySet<string> = new Set(['then', 'toJSON']);

function memberOf(stream: object, key: PropertyKey): unknown {
  const member: unknown = Reflect.get(stream, key, stream);
  return typeof member === 'function' ? member.bind(stream) : member;
}
