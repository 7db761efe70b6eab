/** Calls `leave` with the reason once the signal is aborted, also if it is already; the returned function takes that back. */
export function onAbort(signal: AbortSignal | null | undefined, leave: (reason: unknown) => void): () => void {
  if (signal === null || signal === undefined) return () => {};
  const listener = (): void => leave(signal.reason);
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
