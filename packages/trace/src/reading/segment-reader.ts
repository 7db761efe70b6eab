import type { Frame } from '../codecs/codec.ts';
import { FORMAT_VERSION } from '../limits.ts';
import { checkEvent } from '../shapes/event-shape.ts';
import type { SegmentEvent, WireEvent } from '../shapes/wire-event.ts';
import { EventOrder } from '../wire/event-order.ts';
import { mapValue, valueIn } from '../wire/map-value.ts';
import { ValueChecker, ValueProblem } from '../wire/value-checker.ts';
import { type FrameOrigin, ValueTable, type WireStore } from '../wire/value-table.ts';
import { fromTheFuture } from './from-the-future.ts';
import { invalidTrace, type TraceFormatError } from './trace-format-error.ts';
import { upgradeFrom } from './upgrade.ts';

/** Checks the events of one segment and keeps its values. */
export class SegmentReader {
  readonly table: ValueTable;
  readonly order: EventOrder = new EventOrder();
  /** Of the run; known after the first event. */
  id: string | null = null;
  readonly #checker: ValueChecker;
  readonly #source: string;
  #upgrade: (event: unknown) => unknown = (event) => event;

  /**
   * @param trunk the segment whose values this one may refer to, for a fork
   * @param store where its values are kept; in memory if none is given
   */
  constructor(source: string, trunk: SegmentReader | null, store: WireStore | null = null) {
    this.#source = source;
    this.table = new ValueTable(trunk === null ? null : trunk.table, store);
    this.#checker = new ValueChecker(this.table, trunk === null ? null : trunk.#checker);
  }

  /**
   * The event with checked values; `null` for a value, which is in the table now. A seal is given back unchecked.
   * @throws TraceFormatError
   */
  take(frame: Frame): SegmentEvent | Extract<WireEvent, { readonly type: 'seal' }> | null {
    if (this.id === null) this.#begin(frame.event);
    const upgraded = this.#upgrade(frame.event);
    const wrong = checkEvent(upgraded);
    if (wrong !== null) throw this.#error(frame, `an event that no trace has: ${wrong.startsWith('/') ? '' : 'it'}${wrong}`);
    const event = upgraded as WireEvent;
    if (event.type === 'run-start' && event.version < 1) throw this.#error(frame, 'a run of format version 0, which there never was');
    if (this.id === null && event.type !== 'run-start') throw this.#error(frame, `a segment that begins with a ${event.type}`);
    if (event.type === 'seal') {
      if (!this.order.begun) throw this.#error(frame, 'a seal on a run without its input');
      return event;
    }
    try {
      if (event.type === 'value') {
        this.#add(event.n, event.value, upgraded === frame.event ? originOf(frame) : null);
        return null;
      }
      const checked = this.#checked(event);
      const disorder = this.order.accept(checked);
      if (disorder !== null) {
        this.order.resume(checked);
        throw this.#error(frame, disorder);
      }
      if (checked.type === 'run-start') this.id = checked.run.id;
      return checked;
    } catch (error) {
      if (error instanceof ValueProblem) throw this.#error(frame, error.message);
      throw error;
    }
  }

  #checked(event: SegmentEvent): SegmentEvent {
    const value = valueIn(event);
    if (value === undefined) return event;
    const checked = this.#checker.check(value);
    return checked === value ? event : mapValue(event, () => checked);
  }

  #begin(event: unknown): void {
    const { type, version } = (event ?? {}) as { readonly type?: unknown; readonly version?: unknown };
    if (type !== 'run-start' || typeof version !== 'number' || !Number.isInteger(version) || version < 1) return;
    if (version > FORMAT_VERSION) throw fromTheFuture(version, this.#source);
    this.#upgrade = upgradeFrom(version);
  }

  #add(n: number, value: unknown, origin: FrameOrigin | null): void {
    if (n !== this.table.size) throw new ValueProblem(`value ${n} stands where value ${this.table.size} is due`);
    try {
      this.#checker.add(value, origin);
    } catch (error) {
      // For a report of all that is wrong: what comes later shall not get other numbers.
      this.#checker.add(null);
      throw error;
    }
  }

  #error(frame: Frame, problem: string): TraceFormatError {
    return invalidTrace(this.#source, frame.place, problem);
  }
}

function originOf({ offset, length, index, size }: Frame): FrameOrigin {
  return { offset, length, index, size };
}
