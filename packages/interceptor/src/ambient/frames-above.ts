const asFrames = (_error: Error, frames: NodeJS.CallSite[]): unknown => frames;
let hasAdded = false;

/** The frames below which `called` was called, at most so many: those of the stack, then those that wait for it. */
export function framesAbove(called: (...args: never[]) => unknown, depth: number): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  hasAdded ||= prepareStackTrace === undefined && !('prepareStackTrace' in Error);
  const holder: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = depth;
    Error.prepareStackTrace = asFrames;
    Error.captureStackTrace(holder, called);
    return Array.isArray(holder.stack) ? (holder.stack as readonly NodeJS.CallSite[]) : [];
  } finally {
    // Taken away only after the last run: an object that properties are taken from is slow from then on.
    Error.prepareStackTrace = prepareStackTrace as NonNullable<typeof prepareStackTrace>;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Leaves `Error` as it was before the first run. */
export function forgetFrames(): void {
  if (hasAdded && Error.prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
  hasAdded = false;
}
