import type { Encoding } from './codec.ts';
import { codecs } from './codecs.ts';
import type { Platform } from './platform.ts';
import { SegmentWriter } from './segment-writer.ts';
import type { Trace, TraceFile } from './trace.ts';
import { TraceEncoder } from './trace-encoder.ts';
import { unfoldTrace } from './unfold.ts';

/** The bytes of a whole file, each segment sealed. */
export async function encodeFile(file: TraceFile, encoding: Encoding, platform: Platform): Promise<Uint8Array> {
  const encoder = new TraceEncoder(codecs[encoding], platform);
  const trunk = await encodeSegment(file.trunk, encoder, null);
  for (const fork of file.forks) await encodeSegment(fork, encoder, trunk);
  return encoder.take();
}

async function encodeSegment(trace: Trace, encoder: TraceEncoder, trunk: SegmentWriter | null): Promise<SegmentWriter> {
  const segment = new SegmentWriter((event) => encoder.push(event), trunk);
  for (const event of unfoldTrace(trace)) segment.append(event);
  await encoder.seal();
  return segment;
}
