import type { Crc32 } from '../bytes/crc32.ts';
import { joinBytes } from '../bytes/join-bytes.ts';
import type { Platform } from '../platform/platform.ts';
import { inflateBlock, isBlock } from './block.ts';
import type { Fault, Frame, Scanner } from './codec.ts';
import { CrcSeed } from './crc-seed.ts';
import { guardEvent } from './guard-event.ts';
import { makePackr } from './make-packr.ts';
import { FRAME_HEADER, readUint32 } from './packed-frame.ts';

/** Cuts packed bytes into events: a frame holds one, or a block of them. */
export class PackedScanner implements Scanner {
  readonly #platform: Pick<Platform, 'inflate'>;
  readonly #crc32: Crc32 | null;
  readonly #packr = makePackr();
  readonly #seed = new CrcSeed();
  #rest: Uint8Array = new Uint8Array(0);
  #offset: number;

  /**
   * @param offset of the first byte that it will get
   * @param crc32 `null`: whatever the checksums
   */
  constructor(offset: number, platform: Pick<Platform, 'inflate'>, crc32: Crc32 | null) {
    this.#offset = offset;
    this.#platform = platform;
    this.#crc32 = crc32;
  }

  *scan(chunk: Uint8Array, last: boolean): Iterable<Frame | Fault> {
    const bytes = joinBytes(this.#rest, chunk);
    const from = this.#offset;
    let at = 0;
    while (at < bytes.length) {
      const end = endOf(bytes, at);
      if (end > bytes.length) {
        if (!last) break;
        yield fault('cut', bytes.subarray(at), from + at, missing(end - bytes.length));
        return;
      }
      const frame = bytes.subarray(at, end);
      if (isBlock(frame.subarray(FRAME_HEADER))) yield* this.#block(frame, from + at);
      else yield this.#event(frame, from + at);
      at = end;
    }
    this.#offset = from + at;
    this.#rest = bytes.slice(at);
  }

  #event(bytes: Uint8Array, offset: number): Frame | Fault {
    const payload = bytes.subarray(FRAME_HEADER);
    const fit = this.#crc32 === null ? null : this.#seed.fit(this.#crc32, payload, readUint32(bytes, 4));
    if (this.#crc32 !== null && fit === null) return fault('damage', bytes, offset, misfit);
    const end = guardEvent(payload, 0);
    if (end !== payload.length)
      return fault('violation', bytes, offset, typeof end === 'string' ? end : 'bytes after the end of the event');
    const event: unknown = this.#packr.unpack(payload);
    if (fit !== null && !this.#seed.accept(event, fit)) return fault('damage', bytes, offset, misfitOfFork);
    const { length } = bytes;
    return { kind: 'frame', place: { offset }, offset, length, index: 0, size: length, bytes, event };
  }

  *#block(bytes: Uint8Array, offset: number): Iterable<Frame | Fault> {
    const payload = bytes.subarray(FRAME_HEADER);
    if (this.#crc32 !== null) {
      const fit = this.#seed.fit(this.#crc32, payload, readUint32(bytes, 4));
      if (fit === null || !this.#seed.accept(null, fit)) {
        yield fault('damage', bytes, offset, fit === null ? misfit : misfitOfFork);
        return;
      }
    }
    const block = this.#inflate(payload);
    if (typeof block === 'string') {
      yield fault('violation', bytes, offset, block);
      return;
    }
    const { events, ends } = block;
    const place = { offset };
    const { length } = bytes;
    for (let index = 0; index < events.length; index++) {
      const size = (ends[index] as number) - (ends[index - 1] ?? 0);
      yield { kind: 'frame', place, offset, length, index, size, bytes: index === 0 ? bytes : nothing, event: events[index] };
    }
  }

  /** The events of a block and where each one ends in it, or what is wrong with it. */
  #inflate(payload: Uint8Array): { readonly events: readonly unknown[]; readonly ends: readonly number[] } | string {
    const inflated = inflateBlock(payload, this.#platform);
    if (typeof inflated === 'string') return inflated;
    const ends = endsIn(inflated);
    if (typeof ends === 'string') return ends;
    const events: readonly unknown[] = this.#packr.unpackMultiple(inflated);
    // A run begins and is sealed outside of blocks: that is where it is looked for.
    return events.some(isPlain) ? 'the start or the seal of a run inside a block' : { events, ends };
  }
}

const misfit = 'the checksum does not fit';
const misfitOfFork = 'the checksum is not that of this fork';
const nothing: Uint8Array = new Uint8Array(0);

/** Where each event of a block ends, or what is wrong with one. */
function endsIn(events: Uint8Array): readonly number[] | string {
  const ends: number[] = [];
  for (let at = 0; at < events.length; ) {
    const end = guardEvent(events, at);
    if (typeof end === 'string') return end;
    ends.push(end);
    at = end;
  }
  return ends.length === 0 ? 'a block without events' : ends;
}

function isPlain(event: unknown): boolean {
  const type = (event as { readonly type?: unknown } | null)?.type;
  return type === 'run-start' || type === 'seal';
}

function fault(kind: Fault['kind'], bytes: Uint8Array, offset: number, problem: string): Fault {
  return { kind, place: { offset }, bytes, offset, problem };
}

function endOf(bytes: Uint8Array, at: number): number {
  return at + FRAME_HEADER > bytes.length ? Number.POSITIVE_INFINITY : at + FRAME_HEADER + readUint32(bytes, at);
}

function missing(count: number): string {
  return count === Number.POSITIVE_INFINITY
    ? 'the file ends inside the header of an event'
    : `the file ends inside an event: ${count} more bytes were announced`;
}
