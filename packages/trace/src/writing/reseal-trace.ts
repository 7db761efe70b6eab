import { currentPlatform } from '../platform/current-platform.ts';
import type { Platform } from '../platform/platform.ts';
import { readBytes } from '../reading/read-bytes.ts';
import type { ReadOptions } from '../reading/read-trace.ts';
import { SegmentReader } from '../reading/segment-reader.ts';
import { sniff } from '../reading/sniff.ts';
import { invalidTrace } from '../reading/trace-format-error.ts';
import { TraceEncoder } from './trace-encoder.ts';

/**
 * The same trace file with checksums and seals that fit: for one that was edited by hand on purpose. Lines may have lost their `crc`, or be
 * laid out differently; old seals are dropped. What the events say is checked as when reading.
 *
 * @throws TraceFormatError if an event, or the order of events, is one that no trace has
 */
export async function resealTrace(bytes: Uint8Array | string, options: ReadOptions = {}): Promise<Uint8Array> {
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return resealBytes(all, options.source ?? 'trace', currentPlatform);
}

async function resealBytes(bytes: Uint8Array, source: string, platform: Platform): Promise<Uint8Array> {
  const codec = sniff(bytes, source);
  const encoder = new TraceEncoder(codec, platform);
  let trunk: SegmentReader | null = null;
  let segment: SegmentReader | null = null;
  for (const frame of codec.uncheckedScanner(platform).scan(bytes.subarray(codec.preamble.length), true)) {
    if (frame.kind !== 'frame') throw invalidTrace(source, frame.place, frame.problem);
    segment ??= new SegmentReader(source, trunk);
    trunk ??= segment;
    const next = segment.table.size;
    const event = segment.take(frame);
    if (event === null) encoder.push({ type: 'value', n: next, value: segment.table.wireAt(next) });
    else if (event.type !== 'seal') encoder.push(event);
    else {
      await encoder.seal();
      segment = null;
    }
  }
  if (segment !== null) {
    if (!segment.order.begun) throw invalidTrace(source, null, 'the file ends before its run has started');
    await encoder.seal();
  }
  const resealed = await encoder.compact();
  await readBytes(resealed, source, platform);
  return resealed;
}
