import { StepforkError } from '../errors.ts';
import type { TraceEvent } from '../event.ts';
import { isWellFormed, toWellFormed } from '../json/well-formed.ts';
import { FORMAT_VERSION } from '../limits.ts';
import { checkEvent } from '../shapes/event-shape.ts';
import type { SegmentEvent, WireEvent } from '../shapes/wire-event.ts';
import type { Trace } from '../trace.ts';
import { EventOrder } from '../wire/event-order.ts';
import { foldEvents } from '../wire/fold.ts';
import { Interner } from '../wire/interner.ts';
import { mapValue } from '../wire/map-value.ts';
import { runHead } from '../wire/run-head.ts';
import { ValueTable } from '../wire/value-table.ts';

type CallStart = Extract<TraceEvent, { readonly type: 'call-start' }>;

/** Turns the events of one run into events of the wire, and keeps them: the one way by which anything gets into a trace. */
export class SegmentWriter {
  readonly #table: ValueTable;
  readonly #interner: Interner;
  readonly #order = new EventOrder();
  readonly #events: SegmentEvent[] = [];
  readonly #emit: (event: WireEvent) => void;

  /**
   * @param emit takes each event of the wire; those of one `append` come before it returns
   * @param trunk the segment whose values may be referred to, for a fork
   */
  constructor(emit: (event: WireEvent) => void, trunk: SegmentWriter | null = null) {
    this.#emit = emit;
    this.#table = new ValueTable(trunk === null ? null : trunk.#table);
    this.#interner = new Interner(this.#table, trunk === null ? null : trunk.#interner);
  }

  /** @throws StepforkError if the event cannot come here; nothing of it is kept then. */
  append(event: TraceEvent): void {
    if (event.type === 'run-start') {
      this.#take({ type: 'run-start', version: FORMAT_VERSION, run: runHead(event.run) });
      this.#take({ type: 'run-input', value: event.run.input });
      return;
    }
    this.#take(event.type === 'call-start' && !isWellFormed(event.call.name) ? withWellFormedName(event) : event);
  }

  trace(): Trace {
    return foldEvents(this.#events, this.#table);
  }

  get ended(): boolean {
    return this.#order.ended;
  }

  #take(given: SegmentEvent): void {
    const event = mapValue(given, (value) => value);
    const misshapen = checkEvent(event);
    if (misshapen !== null) throw notTaken(`an event in which ${misshapen}`);
    const disorder = this.#order.accept(event);
    if (disorder !== null) throw notTaken(disorder);
    const before = this.#table.size;
    const wire = mapValue(event, (value) => this.#interner.intern(value));
    for (let n = before; n < this.#table.size; n++) this.#emit({ type: 'value', n, value: this.#table.wireAt(n) });
    this.#events.push(wire);
    this.#emit(wire);
  }
}

function withWellFormedName(event: CallStart): CallStart {
  return { ...event, call: { ...event.call, name: toWellFormed(event.call.name) } };
}

/** What would be written could not be read again. */
function notTaken(what: string): StepforkError {
  return new StepforkError('STEPFORK_EVENT_REFUSED', `The recording got ${what}.`, {
    hint: 'This is a mistake in the program that records; nothing of this event was kept.',
  });
}
