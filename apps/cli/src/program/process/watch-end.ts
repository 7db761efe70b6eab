/** How a process ends, seen from inside. */
export interface OwnEnd {
  readonly exitCode: number;
  /** What nobody caught; `null`: it ended otherwise. */
  readonly thrown: { readonly error: unknown } | null;
}

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * Calls `finish` while the process ends, whatever ends it but a signal that it does not handle. The process is not disturbed: it has no handler more than before.
 *
 * Last of all: who hears of the end may still print something, or set the exit code, as Node does where an `await` of a module never comes to its end. The way is the
 * one of the package signal-exit.
 */
export function watchEnd(finish: (end: OwnEnd) => void): void {
  let thrown: { readonly error: unknown } | null = null;
  process.on('uncaughtExceptionMonitor', (error: unknown) => {
    const isCaught = process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback();
    if (!isCaught) thrown ??= { error };
  });
  let isOver = false;
  const end = (code: unknown): void => {
    if (isOver) return;
    isOver = true;
    finish({ exitCode: Number(process.exitCode ?? code ?? 0), thrown });
  };
  const own = process as unknown as { emit: AnyFunction; reallyExit: AnyFunction };
  const { emit, reallyExit } = own;
  own.emit = function (this: unknown, ...args: unknown[]): unknown {
    try {
      return Reflect.apply(emit, this, args);
    } catch (error) {
      if (args[0] === 'exit') thrown ??= { error };
      throw error;
    } finally {
      if (args[0] === 'exit') end(args[1]);
    }
  };
  // One who hears of the end may end the process there and then: no other hears of it.
  own.reallyExit = function (this: unknown, ...args: unknown[]): unknown {
    end(args[0]);
    return Reflect.apply(reallyExit, this, args);
  };
}
