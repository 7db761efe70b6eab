import { onAbort } from '@stepfork/interceptor';

/** A stream may be read for as long as it is held; a signal may live longer than all of them. */
const unheld = new FinalizationRegistry<() => void>((forget) => forget());

/** Once the signal is aborted the stream fails with its reason, whatever is read ahead, as the one of `fetch` does. */
export function breakOff(
  signal: AbortSignal | null,
  controller: ReadableByteStreamController,
  left: (reason: unknown) => void = () => {},
): void {
  if (signal === null) return;
  const held = new WeakRef(controller);
  const forget = onAbort(signal, (reason) => {
    held.deref()?.error(reason);
    left(reason);
  });
  unheld.register(controller, forget);
}
