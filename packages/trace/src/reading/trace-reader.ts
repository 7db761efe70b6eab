import type { Frame } from '../codecs/codec.ts';
import type { Hasher, Platform } from '../platform/platform.ts';
import type { RunHead, SegmentEvent } from '../shapes/wire-event.ts';
import { misplacedRun } from '../wire/misplaced-run.ts';
import type { WireStore } from '../wire/value-table.ts';
import { SegmentReader } from './segment-reader.ts';
import { damagedTrace, invalidTrace } from './trace-format-error.ts';

/**
 * Reads the frames of a file one after the other: opens and closes segments, checks each seal. Everything that reads a trace goes through it;
 * it keeps no events.
 */
export class TraceReader {
  readonly #source: string;
  readonly #platform: Platform;
  readonly #newStore: (() => WireStore) | null;
  readonly #ids = new Set<string>();
  #trunk: SegmentReader | null = null;
  #segment: SegmentReader | null = null;
  #hasher: Hasher | null = null;
  #lastSeal: string | null = null;

  /** @param newStore where the values of the next segment are kept; in memory if none is given */
  constructor(source: string, platform: Platform, newStore: (() => WireStore) | null = null) {
    this.#source = source;
    this.#platform = platform;
    this.#newStore = newStore;
  }

  /** There is a run with its input: enough for a trace. */
  get begun(): boolean {
    return this.#trunk?.order.begun ?? false;
  }

  /** The segment that has no seal yet. */
  get segment(): SegmentReader | null {
    return this.#segment;
  }

  /** No segment is open: each one has its seal. */
  get sealed(): boolean {
    return this.#segment === null && this.#trunk !== null;
  }

  /** Of the segment that was closed last. */
  get seal(): string | null {
    return this.#lastSeal;
  }

  /**
   * The event of the frame, which is one of {@link segment}; `null` if it is a value; a promise if it is a seal, resolved when that fits.
   * @throws TraceFormatError
   */
  take(frame: Frame): SegmentEvent | null | Promise<null> {
    const segment = this.#segment ?? this.#open();
    const hasher = this.#hasher as Hasher;
    let event: ReturnType<SegmentReader['take']>;
    try {
      event = segment.take(frame);
    } catch (error) {
      hasher.update(frame.bytes);
      throw error;
    }
    if (event?.type === 'seal') return this.#seal(frame, event.sha256, hasher);
    hasher.update(frame.bytes);
    if (event?.type === 'run-start') this.#name(frame, event.run);
    return event;
  }

  /** Counts bytes that are no event towards the seal of their segment, for whoever reads on behind them. */
  skip(bytes: Uint8Array): void {
    this.#hasher?.update(bytes);
  }

  #open(): SegmentReader {
    this.#segment = new SegmentReader(this.#source, this.#trunk, this.#newStore?.() ?? null);
    this.#trunk ??= this.#segment;
    this.#hasher = this.#platform.hasher();
    return this.#segment;
  }

  #name(frame: Frame, { id, derived }: RunHead): void {
    if (this.#ids.has(id)) throw invalidTrace(this.#source, frame.place, `a second run with the id "${id}"`);
    const [trunk = null] = this.#ids;
    const misplaced = misplacedRun(derived ?? null, trunk);
    if (misplaced !== null) throw invalidTrace(this.#source, frame.place, misplaced);
    this.#ids.add(id);
  }

  async #seal(frame: Frame, expected: string, hasher: Hasher): Promise<null> {
    this.#segment = null;
    this.#hasher = null;
    if ((await hasher.digest()) === expected) {
      this.#lastSeal = expected;
      return null;
    }
    throw damagedTrace(this.#source, frame.place, 'the seal does not fit what stands before it');
  }
}
