import type { Codec, Fault } from '../codecs/codec.ts';
import type { Platform } from '../platform/platform.ts';
import type { SegmentEvent } from '../shapes/wire-event.ts';
import type { Trace, TraceFile } from '../trace.ts';
import { foldEvents } from '../wire/fold.ts';
import { rememberSeal } from './seal-of.ts';
import type { SegmentReader } from './segment-reader.ts';
import { sniff } from './sniff.ts';
import { damagedTrace, invalidTrace, placeOf } from './trace-format-error.ts';
import { TraceReader } from './trace-reader.ts';

interface Segment {
  readonly reader: SegmentReader;
  readonly events: SegmentEvent[];
  seal: string | null;
}

/**
 * Reads a whole file that is in memory.
 * @throws TraceFormatError
 */
export async function readBytes(bytes: Uint8Array, source: string, platform: Platform): Promise<TraceFile> {
  const codec = sniff(bytes, source);
  const reader = new TraceReader(source, platform);
  const segments: Segment[] = [];
  let fault: Fault | null = null;
  for (const frame of codec.scanner(platform).scan(bytes.subarray(codec.preamble.length), true)) {
    if (frame.kind !== 'frame') {
      fault = frame;
      break;
    }
    const taken = reader.take(frame);
    if (taken instanceof Promise) {
      await taken;
      const sealed = segments.at(-1);
      if (sealed !== undefined) sealed.seal = reader.seal;
    } else if (taken !== null && reader.segment !== null) keep(segments, reader.segment, taken);
  }
  if (fault !== null) refuseUnlessTail(fault, bytes, codec, source, platform);
  const [trunk, ...forks] = segments.filter(({ reader: { order } }) => order.begun).map(traceOf);
  if (trunk === undefined) throw damagedTrace(source, fault?.place ?? null, fault?.problem ?? 'the file ends before its run has started');
  const damage = fault === null ? null : `Reading stopped${placeOf(fault.place)}: ${fault.problem}.`;
  return { trunk, forks, sealed: reader.sealed && fault === null, damage };
}

function traceOf({ events, reader: { table }, seal }: Segment): Trace {
  const trace = foldEvents(events, table);
  if (seal !== null) rememberSeal(trace, seal);
  return trace;
}

function keep(segments: Segment[], reader: SegmentReader, event: SegmentEvent): void {
  const last = segments.at(-1);
  if (last?.reader === reader) last.events.push(event);
  else segments.push({ reader, events: [event], seal: null });
}

/** Damage in the tail that nobody has sealed is the mark of a killed run; any other damage is no trace of ours. */
function refuseUnlessTail(fault: Fault, bytes: Uint8Array, codec: Codec, source: string, platform: Platform): void {
  if (fault.kind === 'violation') throw invalidTrace(source, fault.place, fault.problem);
  if (codec.hasSeal(bytes.subarray(fault.offset), platform.crc32)) throw damagedTrace(source, fault.place, fault.problem);
}
