import type { TraceWriter } from './event.ts';
import { SegmentWriter } from './segment-writer.ts';

export interface TraceWriterOptions {
  readonly encoding?: 'packed' | 'text';
  readonly write?: (bytes: Uint8Array) => void;
}

export function createTraceWriter(_options: TraceWriterOptions = {}): TraceWriter {
  const segment = new SegmentWriter(() => {});
  return { append: (event) => segment.append(event), trace: () => segment.trace(), failure: null, close: async () => {} };
}
