import type { Encoding } from '../codecs/codec.ts';
import type { TraceWriter } from '../event.ts';
import { currentPlatform } from '../platform/current-platform.ts';
import { openWriter } from './open-writer.ts';

export interface TraceWriterOptions {
  /** Of what goes to `write`; packed by default. */
  readonly encoding?: Encoding;
  /**
   * Takes the bytes of each event as it is appended; they are valid during the call only. What it throws becomes the writer's `failure`, and
   * it is not called again.
   */
  readonly write?: (bytes: Uint8Array) => void;
}

/**
 * A writer for one run. It keeps each distinct value once, however often it is sent again.
 *
 * `append` throws only for an event that cannot come at its place (a step that ends twice): a mistake of the program that records.
 */
export function createTraceWriter(options: TraceWriterOptions = {}): TraceWriter {
  const { encoding = 'packed', write } = options;
  return openWriter(encoding, write === undefined ? null : { write, close: () => {} }, currentPlatform);
}
