import type { TraceEvent } from '../event.ts';
import type { RunHead, SegmentEvent } from '../shapes/wire-event.ts';
import { mapValue } from './map-value.ts';
import type { ValueTable } from './value-table.ts';

/** Events of the wire as those that were appended: head and input of a run are one event again, values are built. */
export class LogicalEvents {
  #head: RunHead | null = null;

  /** `null` for the head of a run, whose input is to come. */
  next(event: SegmentEvent, table: ValueTable): TraceEvent | null {
    if (event.type === 'run-start') {
      this.#head = event.run;
      return null;
    }
    const built = mapValue(event, (value) => table.resolve(value));
    switch (built.type) {
      case 'run-start':
        return null;
      case 'run-input': {
        const { id, agent, ...rest } = this.#head as RunHead;
        return { type: 'run-start', run: { id, agent, input: built.value, ...rest } };
      }
      case 'call-start':
      case 'call-answer':
      case 'call-end':
      case 'call-chunk':
      case 'stream-end':
      case 'draw':
      case 'run-end':
        return built;
    }
  }
}
