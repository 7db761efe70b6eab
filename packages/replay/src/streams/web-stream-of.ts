import type { RecordedStream } from './recorded-stream.ts';

/** As a web stream, which asks for a chunk when somebody reads. */
export function webStreamOf(stream: RecordedStream, kind: 'web' | 'web-bytes'): ReadableStream {
  const cancel = (): void => stream.leave();
  if (kind === 'web-bytes') return new ReadableStream({ type: 'bytes', pull: (controller) => pullBytes(stream, controller), cancel });
  const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
    const { done, value } = await stream.next();
    if (done) controller.close();
    else controller.enqueue(value);
    breakIfDue(stream, controller);
  };
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

async function pullBytes(stream: RecordedStream, controller: ReadableByteStreamController): Promise<void> {
  const { done, value } = await stream.next();
  if (done) {
    controller.close();
    // Who waits with memory of its own gets it back, empty.
    controller.byobRequest?.respond(0);
    return;
  }
  const bytes = value as ArrayBufferView;
  // The stream takes the memory away from its chunks.
  const copy = Uint8Array.from(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (copy.length === 0) await pullBytes(stream, controller);
  else controller.enqueue(copy);
  breakIfDue(stream, controller);
}

/** Beside `pull`, which is over: only then a further chunk would be asked for. */
function breakIfDue(stream: RecordedStream, controller: { error(error: unknown): void }): void {
  if (stream.breaksNext()) stream.next().catch((error: unknown) => controller.error(error));
}
