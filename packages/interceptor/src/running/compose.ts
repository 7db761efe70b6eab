import type { Interceptor } from '../interceptor.ts';

/** One interceptor that asks `first`; what `first` passes on goes to `second`. */
export function compose(first: Interceptor, second: Interceptor): Interceptor {
  return (call, next) => first(call, (passed) => second(passed, next));
}
