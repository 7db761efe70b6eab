import { readSync } from 'node:fs';
import type { Codec } from '../codecs/codec.ts';
import { currentPlatform } from '../platform/current-platform.ts';
import type { Wire, WireEvent } from '../shapes/wire-event.ts';
import type { FrameOrigin, WireStore } from '../wire/value-table.ts';

/** A value that takes fewer bytes in the file is kept: reading it again costs more than it saves. */
const SMALL = 256;

/** Values that stay in the file and are read again when they are needed; those used last are kept, up to a number of bytes. */
export class FileStore implements WireStore {
  readonly #fd: number;
  readonly #codec: Codec;
  readonly #places: (FrameOrigin | null)[] = [];
  readonly #small: (Wire | undefined)[] = [];
  /** A Map keeps the order in which its keys were set: the first is the one that was not used for the longest time. */
  readonly #recent = new Map<number, Wire>();
  readonly #budget: number;
  #recentBytes = 0;

  constructor(fd: number, codec: Codec, budget: number) {
    this.#fd = fd;
    this.#codec = codec;
    this.#budget = budget;
  }

  push(wire: Wire, origin: FrameOrigin | null): void {
    const index = this.#places.length;
    const kept = origin === null || origin.size < SMALL;
    this.#places.push(kept ? null : origin);
    this.#small.push(kept ? wire : undefined);
    if (!kept) this.#use(index, wire, origin.size);
  }

  at(index: number): Wire | undefined {
    const place = this.#places[index];
    if (place === undefined || place === null) return this.#small[index];
    const recent = this.#recent.get(index);
    const wire = recent === undefined ? this.#load(place) : recent;
    if (recent !== undefined) this.#drop(index);
    this.#use(index, wire, place.size);
    return wire;
  }

  #load({ offset, length, index }: FrameOrigin): Wire {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const read = readSync(this.#fd, bytes, at, length - at, offset + at);
      if (read === 0) throw new RangeError(`the file has become shorter than ${offset + length} bytes`);
      at += read;
    }
    // It was checked when it was first read.
    for (const frame of this.#codec.uncheckedScanner(currentPlatform).scan(bytes, true)) {
      if (frame.kind === 'frame' && frame.index === index) return (frame.event as Extract<WireEvent, { readonly type: 'value' }>).value;
    }
    throw new RangeError(`the file has changed at byte ${offset}`);
  }

  #use(index: number, wire: Wire, bytes: number): void {
    this.#recent.set(index, wire);
    this.#recentBytes += bytes;
    for (const oldest of this.#recent.keys()) {
      if (this.#recentBytes <= this.#budget || oldest === index) return;
      this.#drop(oldest);
    }
  }

  #drop(index: number): void {
    this.#recent.delete(index);
    this.#recentBytes -= this.#places[index]?.size ?? 0;
  }
}
