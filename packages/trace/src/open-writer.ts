import type { Encoding } from './codec.ts';
import { codecs } from './codecs.ts';
import type { TraceEvent, TraceWriter } from './event.ts';
import type { Platform } from './platform.ts';
import { SegmentWriter } from './segment-writer.ts';
import type { Trace } from './trace.ts';
import { TraceEncoder } from './trace-encoder.ts';

/** Where the bytes of a recording go. */
export interface Sink {
  /** Takes all of the bytes, or throws. They are valid during the call only. */
  write(bytes: Uint8Array): void;
  close(): void;
}

/** A writer that keeps events in memory and, with a sink, hands over the bytes of each one at once. */
export function openWriter(encoding: Encoding, sink: Sink | null, platform: Platform): TraceWriter {
  return new SinkWriter(sink === null ? null : { sink, encoder: new TraceEncoder(codecs[encoding], platform) });
}

interface Output {
  readonly sink: Sink;
  readonly encoder: TraceEncoder;
}

class SinkWriter implements TraceWriter {
  readonly #segment: SegmentWriter;
  readonly #output: Output | null;
  #failure: Error | null = null;
  #closing: Promise<void> | null = null;

  constructor(output: Output | null) {
    this.#output = output;
    this.#segment = new SegmentWriter((event) => {
      if (this.#failure === null) output?.encoder.push(event);
    });
  }

  get failure(): Error | null {
    return this.#failure;
  }

  append(event: TraceEvent): void {
    this.#segment.append(event);
    if (this.#output !== null && this.#failure === null) this.#write(this.#output);
  }

  trace(): Trace {
    return this.#segment.trace();
  }

  close(): Promise<void> {
    this.#closing ??= this.#output === null ? Promise.resolve() : this.#close(this.#output);
    return this.#closing;
  }

  #write({ sink, encoder }: Output): void {
    try {
      sink.write(encoder.take());
    } catch (error) {
      this.#fail(error);
    }
  }

  async #close(output: Output): Promise<void> {
    try {
      if (this.#segment.ended && this.#failure === null) {
        await output.encoder.seal();
        this.#write(output);
      }
      output.sink.close();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
  }
}
