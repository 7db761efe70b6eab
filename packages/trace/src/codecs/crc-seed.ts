import type { Crc32 } from '../bytes/crc32.ts';

/** From where a checksum that fits was started: the seed of the fork, or 0. In the trunk both are the same. */
export type CrcFit = { readonly crc: number; readonly seeded: boolean; readonly plain: boolean };

/**
 * Where the checksum of an event starts from. In the trunk it is 0, in a fork the checksum of its `run-start`, which names the run: so no
 * line of a fork equals a line of another one, and git cannot merge two forks (`merge=union`) into each other, line by line. A `run-start`
 * and a `seal` always start from 0, so that they can be found in a damaged file.
 */
export class CrcSeed {
  #segments = 0;
  #seed = 0;

  /** For writing: the checksum of the next event. */
  next(crc32: Crc32, bytes: Uint8Array, type: unknown): number {
    const crc = crc32(bytes, isPlain(type) ? 0 : this.#seed);
    this.#advance(type, crc);
    return crc;
  }

  /** For reading, before it is known what the event is. `null` if the checksum fits in no way. */
  fit(crc32: Crc32, bytes: Uint8Array, crc: number): CrcFit | null {
    const seeded = crc32(bytes, this.#seed) === crc;
    const plain = this.#seed === 0 ? seeded : !seeded && crc32(bytes) === crc;
    return seeded || plain ? { crc, seeded, plain } : null;
  }

  /** For reading, then: whether it fits in the way that such an event must. */
  accept(event: unknown, fit: CrcFit): boolean {
    const type = (event as { readonly type?: unknown } | null)?.type;
    if (!(isPlain(type) ? fit.plain : fit.seeded)) return false;
    this.#advance(type, fit.crc);
    return true;
  }

  #advance(type: unknown, crc: number): void {
    if (type !== 'run-start') return;
    if (this.#segments > 0) this.#seed = crc;
    this.#segments++;
  }
}

function isPlain(type: unknown): boolean {
  return type === 'run-start' || type === 'seal';
}
