/**
 * What is recorded of a transport error: the error itself, but without what it says of the socket (addresses and ports of this machine, counts
 * of bytes), which is another one each time.
 */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { cause } = error;
  const hasSocket = cause instanceof Error && 'socket' in cause;
  return hasSocket ? copied(error, { cause: copied(cause, { socket: undefined }) }) : error;
}

/** A copy of the same class with other fields; `undefined`: without that one. */
function copied(error: Error, others: Readonly<Record<string, unknown>>): Error {
  const copy = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as Error;
  for (const [key, value] of Object.entries(others)) {
    if (value === undefined) Reflect.deleteProperty(copy, key);
    else Object.defineProperty(copy, key, { value, enumerable: false, writable: true, configurable: true });
  }
  return copy;
}
