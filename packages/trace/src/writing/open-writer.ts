import type { Encoder, Encoding } from '../codecs/codec.ts';
import { codecs } from '../codecs/codecs.ts';
import type { TraceEvent, TraceWriter } from '../event.ts';
import type { Platform } from '../platform/platform.ts';
import type { Trace } from '../trace.ts';
import { mapValue } from '../wire/map-value.ts';
import { SegmentWriter } from './segment-writer.ts';
import { TraceEncoder } from './trace-encoder.ts';

/** Where the bytes of a recording go. */
export interface Sink {
  /** Takes all of the bytes, or throws. They are valid during the call only. */
  write(bytes: Uint8Array): void;
  /** Takes what will come next in a preliminary form, behind what it has of that; the next `write` replaces all of it. Must not throw. */
  draft?(bytes: Uint8Array): void;
  /** @param sealed whether it got a whole file, the run of which has ended */
  close(sealed: boolean): void | Promise<void>;
}

/** A writer that keeps events in memory and, with a sink, hands over the bytes of each one at once. */
export function openWriter(encoding: Encoding, sink: Sink | null, platform: Platform): TraceWriter {
  return new SinkWriter(
    sink === null
      ? null
      : { sink, encoder: new TraceEncoder(codecs[encoding], platform), drafts: () => codecs[encoding].encoder(platform.crc32) },
  );
}

interface Output {
  readonly sink: Sink;
  readonly encoder: TraceEncoder;
  /** Encodes events without a trace of them in the seal. */
  readonly drafts: () => Encoder;
}

class SinkWriter implements TraceWriter {
  readonly #segment: SegmentWriter;
  readonly #output: Output | null;
  #failure: Error | null = null;
  #held = 0;
  #isHolding = false;
  #closing: Promise<void> | null = null;

  constructor(output: Output | null) {
    this.#output = output;
    this.#segment = new SegmentWriter((event) => {
      if (output !== null && this.#writes) this.#attempt(() => output.encoder.push(event));
    });
  }

  get failure(): Error | null {
    return this.#failure;
  }

  append(event: TraceEvent): void {
    // A file that is closed must not be written to: its descriptor may be another file's by now.
    if (this.#closing !== null) this.#failure ??= new Error('an event came after the writer was closed');
    this.#segment.append(event);
    this.#isHolding = true;
    this.#release();
  }

  together(body: () => void): void {
    this.#held += 1;
    try {
      body();
    } finally {
      this.#held -= 1;
      this.#release();
    }
  }

  draft(events: readonly TraceEvent[]): void {
    if (this.#output?.sink.draft === undefined || !this.#writes || this.#closing !== null) return;
    const encoder = this.#output.drafts();
    for (const event of events) {
      if (event.type !== 'run-start') encoder.push(mapValue(event, (value) => value));
    }
    this.#output.sink.draft(encoder.take());
  }

  trace(): Trace {
    return this.#segment.trace();
  }

  close(): Promise<void> {
    this.#closing ??= this.#output === null ? Promise.resolve() : this.#close(this.#output);
    return this.#closing;
  }

  #release(): void {
    if (this.#held > 0 || !this.#isHolding) return;
    this.#isHolding = false;
    if (this.#output !== null && this.#writes) this.#write(this.#output);
  }

  get #writes(): boolean {
    return this.#failure === null;
  }

  #write({ sink, encoder }: Output): void {
    this.#attempt(() => sink.write(encoder.take()));
  }

  async #close(output: Output): Promise<void> {
    try {
      if (this.#segment.ended && this.#writes) {
        await output.encoder.seal();
        this.#write(output);
      }
    } catch (error) {
      this.#fail(error);
    }
    try {
      await output.sink.close(this.#segment.ended && this.#writes);
    } catch (error) {
      this.#fail(error);
    }
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
  }
}
