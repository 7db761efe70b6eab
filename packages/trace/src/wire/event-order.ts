import type { SegmentEvent } from '../shapes/wire-event.ts';

type CallState = 'open' | 'streaming' | 'ended';
type RunState = 'none' | 'started' | 'running' | 'ended';

/** So many steps may be missing before a report gives up counting. */
const MAX_GAP = 10_000;

/**
 * Checks that the events of one segment come in an order that a run can have. One instance per segment, for the writer and the reader alike:
 * what is written can be read.
 */
export class EventOrder {
  #run: RunState = 'none';
  readonly #calls: CallState[] = [];
  #answered = -1;

  /** What is wrong with this event here, in one sentence, or `null`, and then it counts as having happened. */
  accept(event: SegmentEvent): string | null {
    switch (event.type) {
      case 'run-start':
        if (this.#run !== 'none') return 'a second run starts before the first one is sealed';
        this.#run = 'started';
        return null;
      case 'run-input':
        if (this.#run !== 'started') return this.#run === 'none' ? 'an input of a run that has not started' : 'a second input of one run';
        this.#run = 'running';
        return null;
      case 'call-start':
        return this.#outside() ?? this.#start(event.step, event.parent);
      case 'call-answer':
        return this.#outside() ?? this.#answer(event.step);
      case 'call-end':
        return this.#outside() ?? this.#end(event.step, event.outcome.kind === 'streaming' ? 'streaming' : 'ended');
      case 'call-chunk':
        return this.#outside() ?? this.#chunk(event.step, 'a chunk');
      case 'stream-end':
        return this.#outside() ?? this.#endStream(event.step);
      case 'draw':
        return this.#outside();
      case 'run-end':
        if (this.#run === 'ended') return 'a second end of one run';
        if (this.#run !== 'running') return 'the end of a run that has not started';
        this.#run = 'ended';
        return null;
    }
  }

  /** For a report of all that is wrong: takes an event that was not accepted as having happened, as far as that can be. */
  resume(event: SegmentEvent): void {
    if (event.type !== 'call-start' || event.step < this.#calls.length || event.step > this.#calls.length + MAX_GAP) return;
    while (this.#calls.length < event.step) this.#calls.push('ended');
    this.#calls.push('open');
  }

  /** A run is there, with its input: enough for a trace. */
  get begun(): boolean {
    return this.#run === 'running' || this.#run === 'ended';
  }

  get ended(): boolean {
    return this.#run === 'ended';
  }

  /** Steps that have not ended, streams that are still running included. */
  get open(): readonly number[] {
    return this.#calls.flatMap((state, step) => (state === 'ended' ? [] : [step]));
  }

  #outside(): string | null {
    if (this.#run === 'running') return null;
    return this.#run === 'ended' ? 'an event after the end of the run' : 'an event before the start of the run';
  }

  #start(step: number, parent: number | null): string | null {
    const expected = this.#calls.length;
    if (step < expected) return `step ${step} starts a second time`;
    if (step > expected) return `step ${step} starts where step ${expected} is due`;
    if (parent !== null && parent >= step) return `step ${step} names step ${parent} as its parent, which has not started`;
    this.#calls.push('open');
    return null;
  }

  /** At once: an answer that comes later belongs to another call. */
  #answer(step: number): string | null {
    if (step !== this.#calls.length - 1 || this.#calls[step] !== 'open')
      return `who answered step ${step} is told elsewhere than at its start`;
    if (step === this.#answered) return `who answered step ${step} is told a second time`;
    this.#answered = step;
    return null;
  }

  #end(step: number, state: CallState): string | null {
    const before = this.#calls[step];
    if (before === undefined) return `step ${step} ends but has not started`;
    if (before !== 'open') return `step ${step} ends a second time`;
    this.#calls[step] = state;
    return null;
  }

  #chunk(step: number, what: string): string | null {
    const state = this.#calls[step];
    if (state === 'streaming') return null;
    if (state === undefined) return `${what} of step ${step}, which has not started`;
    return state === 'open' ? `${what} of step ${step}, which has not handed over a stream` : `${what} of step ${step}, which has ended`;
  }

  #endStream(step: number): string | null {
    const wrong = this.#chunk(step, 'the end of a stream');
    if (wrong === null) this.#calls[step] = 'ended';
    return wrong;
  }
}
