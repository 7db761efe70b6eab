import { type FileHandle, open } from 'node:fs/promises';
import type { Codec, Fault } from '../codecs/codec.ts';
import type { TraceEvent } from '../event.ts';
import { currentPlatform } from '../platform/current-platform.ts';
import { SNIFF_LENGTH, sniff } from '../reading/sniff.ts';
import { damagedTrace, invalidTrace } from '../reading/trace-format-error.ts';
import { TraceReader } from '../reading/trace-reader.ts';
import { LogicalEvents } from '../wire/logical-event.ts';
import { fileError } from './file-error.ts';
import { FileStore } from './file-store.ts';
import { pathOf } from './path-of.ts';

const CHUNK = 1 << 20;
/** A seal is shorter than this. */
const SEAL = 4096;
/** Values that are kept in memory while reading. */
const KEPT = 32 * CHUNK;

/**
 * The events of a trace file one after the other, trunk first; each `run-start` begins a trace. The values stay in the file: memory is
 * needed for about 100 bytes of each value and for one event.
 *
 * A file that a killed run has left ends with its last whole event. Damage is found when it is reached, a wrong seal at its place: what was
 * given before may be worth nothing then.
 *
 * @throws TraceFormatError as `readTrace` does, or StepforkError if there is no such file
 */
export async function* readTraceEvents(file: string | URL): AsyncGenerator<TraceEvent, void, undefined> {
  const path = pathOf(file);
  const handle = await opened(path);
  try {
    yield* eventsIn(handle, path);
  } finally {
    await handle.close();
  }
}

async function* eventsIn(handle: FileHandle, path: string): AsyncGenerator<TraceEvent, void, undefined> {
  const codec = sniff(await readAt(handle, 0, SNIFF_LENGTH, path), path);
  const reader = new TraceReader(path, currentPlatform, () => new FileStore(handle.fd, codec, KEPT));
  const scanner = codec.scanner(currentPlatform);
  const logical = new LogicalEvents();
  let offset = codec.preamble.length;
  let size = CHUNK;
  let any = false;
  for (let last = false; !last; ) {
    const chunk = await readAt(handle, offset, size, path);
    last = chunk.length < size;
    offset += chunk.length;
    // While one event is larger than what was read, the next pieces are larger, so that joining them stays cheap.
    size *= 2;
    for (const frame of scanner.scan(chunk, last)) {
      size = CHUNK;
      if (frame.kind !== 'frame') {
        await refuseUnlessTail(frame, handle, codec, path, any);
        return;
      }
      const taken = reader.take(frame);
      if (taken instanceof Promise) await taken;
      else if (taken !== null && reader.segment !== null) {
        const event = logical.next(taken, reader.segment.table);
        any ||= event !== null;
        if (event !== null) yield event;
      }
    }
  }
  if (!any) throw damagedTrace(path, null, 'the file ends before its run has started');
}

async function refuseUnlessTail(fault: Fault, handle: FileHandle, codec: Codec, path: string, any: boolean): Promise<void> {
  if (fault.kind === 'violation') throw invalidTrace(path, fault.place, fault.problem);
  const error = damagedTrace(path, fault.place, fault.problem);
  if (!any) throw error;
  for (let offset = fault.offset; ; offset += CHUNK - SEAL) {
    const chunk = await readAt(handle, offset, CHUNK, path);
    if (codec.hasSeal(chunk, currentPlatform.crc32)) throw error;
    if (chunk.length < CHUNK) return;
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    throw fileError('read', path, error);
  }
}

/** Fewer bytes than asked for only at the end of the file. */
async function readAt(handle: FileHandle, offset: number, size: number, path: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  try {
    for (;;) {
      const { bytesRead } = await handle.read(bytes, filled, size - filled, offset + filled);
      filled += bytesRead;
      if (bytesRead === 0 || filled === size) return bytes.subarray(0, filled);
    }
  } catch (error) {
    throw fileError('read', path, error);
  }
}
