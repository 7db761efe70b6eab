/** How a process ends, seen from inside. */
export interface OwnEnd {
  readonly exitCode: number;
  /** What nobody caught; `null`: it ended otherwise. */
  readonly thrown: { readonly error: unknown } | null;
}

/** Calls `finish` while the process ends, whatever ends it but a signal that it does not handle. The process is not disturbed: it has no handler more than before. */
export function watchEnd(finish: (end: OwnEnd) => void): void {
  let thrown: { readonly error: unknown } | null = null;
  process.on('uncaughtExceptionMonitor', (error: unknown) => {
    const isCaught = process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback();
    if (!isCaught) thrown ??= { error };
  });
  process.once('exit', (code: number) => finish({ exitCode: code, thrown }));
}
