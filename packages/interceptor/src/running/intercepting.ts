import type { Interceptor } from '../interceptor.ts';
import { activeContext } from './active-context.ts';
import { compose } from './compose.ts';
import { slot } from './slot.ts';

/**
 * Runs `body` and hands all tool and model calls that it makes, also later and in parallel, to `interceptor`.
 *
 * An interceptor that is already in force is not replaced: it is asked for what `interceptor` passes on, before the body is.
 */
export function intercepting<T>(interceptor: Interceptor, body: () => T): T {
  const { context } = slot();
  const outer = activeContext();
  return context.run(
    outer === undefined
      ? { interceptor, enclosing: null, ambient: null }
      : { ...outer, interceptor: compose(interceptor, outer.interceptor) },
    body,
  );
}
