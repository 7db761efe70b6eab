import type { Interceptor } from './interceptor.ts';

/** One interceptor that asks `outer` first; `outer`'s `next` asks `inner`. */
export function compose(outer: Interceptor, inner: Interceptor): Interceptor {
  return (call, next) => outer(call, (passed) => inner(passed, next));
}
