import type { Crc32 } from '../bytes/crc32.ts';
import type { Platform } from '../platform/platform.ts';
import type { WireEvent } from '../shapes/wire-event.ts';

export type Encoding = 'packed' | 'text';

/** Where in a file: the line of a text trace, counted from 1, or the byte of a packed one, counted from 0. */
export type Place = { readonly line: number } | { readonly offset: number };

/** Writes events one after the other into one buffer. */
export interface Encoder {
  /** Adds the event and gives the bytes that the seal covers, valid until the next call. */
  push(event: WireEvent): Uint8Array;
  /** What was pushed since the last call, as it stands in the file, valid until the next call. */
  take(): Uint8Array;
}

/** One event, whose checksum fits: a line, a frame, or one of those in a frame that holds many. */
export interface Frame {
  readonly kind: 'frame';
  readonly place: Place;
  /** Where its line or frame begins, in bytes from the start of the file, and how long that is. */
  readonly offset: number;
  readonly length: number;
  /** Which event of its frame it is, and how long it is by itself. */
  readonly index: number;
  readonly size: number;
  /** What the seal covers, valid until the scanner reads on: the line or frame; nothing for a later event of the same frame. */
  readonly bytes: Uint8Array;
  /** Whatever it says: not looked at yet. */
  readonly event: unknown;
}

/**
 * `cut`: the file ends too early, as when a run is killed. `damage`: these are not the bytes that were written. `violation`: they are, but no
 * trace may say this.
 */
export interface Fault {
  readonly kind: 'cut' | 'damage' | 'violation';
  readonly place: Place;
  /** Of the line or frame, as far as it is there; valid until the scanner reads on. */
  readonly bytes: Uint8Array;
  /** Where it begins, in bytes from the start of the file. */
  readonly offset: number;
  readonly problem: string;
}

/** Cuts bytes into frames, as they come. */
export interface Scanner {
  /** The frames that are whole now, and what is wrong between them. `last`: no more bytes will come. */
  scan(bytes: Uint8Array, last: boolean): Iterable<Frame | Fault>;
}

export interface Codec {
  readonly encoding: Encoding;
  /** Stands at the start of a file, before any event, under no seal. */
  readonly preamble: Uint8Array;
  encoder(crc32: Crc32): Encoder;
  /** Expects the bytes of a file from behind its preamble. */
  scanner(platform: Platform): Scanner;
  /** Takes events as they are, whatever their checksums: after an edit that was meant. */
  uncheckedScanner(platform: Platform): Scanner;
  /** Whether a whole seal stands anywhere in these bytes, the rest of which may be damaged. */
  hasSeal(bytes: Uint8Array, crc32: Crc32): boolean;
  /** A whole file that the encoder made, sealed, as it is kept: the same events in fewer bytes. Without it there are no fewer. */
  compact?(bytes: Uint8Array, platform: Platform): Promise<Uint8Array>;
}
