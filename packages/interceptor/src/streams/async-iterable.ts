import { nextTurn } from '../ambient-defaults.ts';
import { type Override, override } from './override.ts';
import type { StreamObserver } from './stream-observer.ts';
import { type Reading, watch } from './watch.ts';

type Method = (...args: unknown[]) => unknown;

/**
 * Watches an async iterable: itself if it is an iterator, as an async generator is, else the first iterator that is read from it. Later
 * iterators begin anew or share what is left; neither belongs into the same record.
 */
export function observeAsyncIterable(iterable: AsyncIterable<unknown>, observer: StreamObserver): AsyncIterable<unknown> | null {
  const iterate = iterable[Symbol.asyncIterator];
  const own = isIterator(iterable) ? iteratorMembers(iterable, observer, true) : [];
  let first = own.length === 0;
  const value = (): unknown => {
    const iterator = iterate.call(iterable);
    if (iterator === (iterable as unknown)) return shown;
    if (!first) return iterator;
    first = false;
    return observeAsyncIterator(iterator, observer) ?? iterator;
  };
  const shown = override(iterable, new Map([...own, [Symbol.asyncIterator, { value }]]));
  return shown;
}

/** Watches one iterator, in place. With `leaves` false its `return` lets the stream go on. */
export function observeAsyncIterator<T extends AsyncIterator<unknown>>(iterator: T, observer: StreamObserver, leaves = true): T | null {
  const members = new Map(iteratorMembers(iterator, observer, leaves));
  if (Symbol.asyncIterator in iterator) members.set(Symbol.asyncIterator, { value: () => shown });
  const shown = override(iterator, members);
  return shown;
}

function iteratorMembers(iterator: AsyncIterator<unknown>, observer: StreamObserver, leaves: boolean): [PropertyKey, Override][] {
  const reading: Reading = { leaving: false, released: false };
  const watched =
    (method: Method): Method =>
    (...args) =>
      watch(observer, reading, () => method.apply(iterator, args));
  let asked = 0;
  const next = watched(iterator.next as Method);
  const counted = (...args: unknown[]): unknown => {
    asked += 1;
    return next(...args);
  };
  const members: [PropertyKey, Override][] = [['next', { value: counted }]];
  if (typeof iterator.throw === 'function') members.push(['throw', { value: watched(iterator.throw as Method) }]);
  if (!leaves) return members;
  const leave = iterator.return as Method | undefined;
  if (typeof leave !== 'function') {
    return [
      ...members,
      [
        'return',
        {
          get: () =>
            void whenStill(
              () => asked,
              () => observer.end('cancelled'),
            ),
        },
      ],
    ];
  }
  const value = (...args: unknown[]): unknown => {
    reading.leaving = true;
    return watched(leave)(...args);
  };
  return [...members, ['return', { value }]];
}

/**
 * `for await` looks for `return` when it is left early. Looking is all that can be noticed of it, and giving the iterator a method would
 * cost the reader a tick. Whoever looks and goes on reading was only curious.
 */
async function whenStill(count: () => number, body: () => void): Promise<void> {
  const before = count();
  await nextTurn();
  if (count() === before) body();
}

function isIterator(value: object): value is AsyncIterator<unknown> & AsyncIterable<unknown> {
  return 'next' in value && typeof value.next === 'function';
}
