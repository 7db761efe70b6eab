import { Duplex, Readable } from 'node:stream';
import type { AnyFunction, Patch } from '../ambient/patch.ts';
import { dressed } from '../ambient/patch.ts';

/** For a watched stream, one that reads it from outside. */
const relays = new WeakMap<object, () => ReadableStream>();

/** Says how a watched stream is read from outside. */
export function relayedBy(stream: ReadableStream, relay: () => ReadableStream): void {
  relays.set(stream, relay);
}

/** `Readable.fromWeb` and `Duplex.fromWeb` of newer versions of Node read a web stream from inside, past its own methods. */
export function fromWebPatches(): readonly Patch[] {
  return [
    { name: 'Readable.fromWeb', target: Readable, key: 'fromWeb', replace: (real) => relayed(real, outside) },
    { name: 'Duplex.fromWeb', target: Duplex, key: 'fromWeb', replace: (real) => relayed(real, outsideOfPair) },
  ];
}

function relayed(real: AnyFunction, outsideOf: (given: unknown) => unknown): AnyFunction {
  return dressed(real, function fromWeb(this: unknown, given: unknown, ...options: unknown[]): unknown {
    return Reflect.apply(real, this, [outsideOf(given), ...options]);
  });
}

function outside(stream: unknown): unknown {
  const relay = typeof stream === 'object' && stream !== null ? relays.get(stream) : undefined;
  // What is read already is for Node to refuse.
  return relay === undefined || (stream as ReadableStream).locked ? stream : relay();
}

function outsideOfPair(pair: unknown): unknown {
  if (typeof pair !== 'object' || pair === null || !('readable' in pair)) return pair;
  return { ...pair, readable: outside(pair.readable) };
}
