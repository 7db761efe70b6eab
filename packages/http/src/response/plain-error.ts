/**
 * A transport error without what it says of the socket (addresses and ports of this machine, counts of bytes), which is another one each time. It is
 * taken off the error that the agent gets: SDKs put that into errors of their own, in which it would be recorded.
 */
export function plainError(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && 'socket' in cause) Reflect.deleteProperty(cause, 'socket');
  return error;
}
