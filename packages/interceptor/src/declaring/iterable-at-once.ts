type Call<This, A extends readonly unknown[], R> = (this: This, ...args: A) => Promise<R>;

/** `body` is written as `async function*`; transpiled to an older language it no longer shows. */
export function isAsyncGenerator(body: object): boolean {
  return Object.prototype.toString.call(body) === '[object AsyncGeneratorFunction]';
}

/**
 * The promises of `call` can be iterated as well as awaited, so that whoever calls an `async function*` needs no `await` more once it is
 * wrapped. `call` must promise async generators.
 */
export function iterableAtOnce<This, A extends readonly unknown[], R>(call: Call<This, A, R>): Call<This, A, R> {
  return function iterable(this: This, ...args: A) {
    const promise = Reflect.apply(call, this, args);
    const generator = promise as unknown as Promise<AsyncGenerator>;
    const members = {
      next: (...sent: [] | [unknown]) => generator.then((it) => it.next(...sent)),
      return: (value: unknown) => generator.then((it) => it.return(value)),
      throw: (error: unknown) => generator.then((it) => it.throw(error)),
      [Symbol.asyncIterator]: () => promise,
    };
    for (const name of Reflect.ownKeys(members)) {
      Object.defineProperty(promise, name, { value: Reflect.get(members, name), configurable: true, writable: true });
    }
    return promise;
  };
}
