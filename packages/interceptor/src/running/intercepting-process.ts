import type { Interceptor } from '../interceptor.ts';
import { slot } from './slot.ts';

/** Hands all calls of this process that belong to no run to `interceptor`, from now on. Nothing is recorded. */
export function interceptingProcess(interceptor: Interceptor): void {
  slot().process = { interceptor, enclosing: null, ambient: null };
}
