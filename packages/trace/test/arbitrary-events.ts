import fc from 'fast-check';
import type { TraceEvent } from '../src/event.ts';
import type { Json } from '../src/json/json.ts';
import { arbitraryJson } from './arbitrary-json.ts';

type Move = {
  readonly kind: 'start' | 'end' | 'throw' | 'stream' | 'chunk' | 'close' | 'break' | 'draw';
  readonly pick: number;
  readonly value: Json;
  readonly resend: number;
};

const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('start', 'start', 'end', 'throw', 'stream', 'chunk', 'chunk', 'close', 'break', 'draw'),
  pick: fc.nat(1000),
  value: arbitraryJson,
  resend: fc.nat(5),
});

/** The events of one run, as a recorder appends them; requests repeat what went before, as those of a conversation do. */
export const arbitraryEvents: fc.Arbitrary<readonly TraceEvent[]> = fc
  .record({
    id: fc.string({ minLength: 1, maxLength: 8 }),
    input: arbitraryJson,
    moves: fc.array(move, { maxLength: 24 }),
    end: fc.constantFrom('returned', 'threw', 'interrupted', null),
    value: arbitraryJson,
    step: fc.double({ min: 0, max: 3, noNaN: true }),
  })
  .map(({ id, input, moves, end, value, step }) => {
    const events: TraceEvent[] = [
      {
        type: 'run-start',
        run: {
          id,
          agent: 'src/a.ts#run',
          input,
          startedAt: '2026-03-01T09:00:00.000Z',
          git: { commit: 'abc', dirty: true },
          versions: { node: '20.19.0' },
          policies: {},
          redaction: { keyId: 'k', rules: ['r'] },
        },
      },
    ];
    const recorder = new Recorder(events, step);
    for (const one of moves) recorder.move(one);
    const atMs = recorder.now();
    if (end === 'returned') events.push({ type: 'run-end', outcome: { kind: 'returned', value }, atMs });
    if (end === 'threw') events.push({ type: 'run-end', outcome: { kind: 'threw', error: value }, atMs });
    if (end === 'interrupted') events.push({ type: 'run-end', outcome: { kind: 'interrupted' }, atMs });
    return events;
  });

class Recorder {
  readonly #events: TraceEvent[];
  readonly #stepMs: number;
  readonly #open: number[] = [];
  readonly #streams: number[] = [];
  readonly #history: Json[] = [];
  #started = 0;
  #atMs = 0;

  constructor(events: TraceEvent[], stepMs: number) {
    this.#events = events;
    this.#stepMs = stepMs;
  }

  now(): number {
    this.#atMs += this.#stepMs;
    return this.#atMs;
  }

  move({ kind, pick, value, resend }: Move): void {
    const atMs = this.now();
    if (kind === 'draw') {
      this.#events.push({ type: 'draw', kind: pick % 2 === 0 ? 'clock' : 'uuid', site: 'src/a.ts#run', value, atMs });
      return;
    }
    this.#history.push(value);
    if (kind === 'start') {
      const input: Json = resend === 0 ? value : { messages: this.#history.slice(0, this.#history.length - resend + 1), value };
      const parent = pick % 3 === 0 && this.#started > 0 ? pick % this.#started : null;
      this.#events.push({
        type: 'call-start',
        step: this.#started,
        parent,
        call: { kind: pick % 2 === 0 ? 'tool' : 'model', name: 'n', input, effect: pick % 5 === 0 },
        atMs,
      });
      this.#open.push(this.#started++);
      return;
    }
    const from = kind === 'chunk' || kind === 'close' || kind === 'break' ? this.#streams : this.#open;
    const step = from[pick % from.length];
    if (step === undefined) return;
    if (kind !== 'chunk') from.splice(from.indexOf(step), 1);
    if (kind === 'stream') this.#streams.push(step);
    this.#events.push(eventOf(kind, step, value, atMs));
  }
}

function eventOf(kind: Exclude<Move['kind'], 'start' | 'draw'>, step: number, value: Json, atMs: number): TraceEvent {
  switch (kind) {
    case 'end':
      return { type: 'call-end', step, outcome: { kind: 'returned', value }, atMs };
    case 'throw':
      return { type: 'call-end', step, outcome: { kind: 'threw', error: value }, atMs };
    case 'stream':
      return { type: 'call-end', step, outcome: { kind: 'streaming' }, atMs };
    case 'chunk':
      return { type: 'call-chunk', step, value, atMs };
    case 'close':
      return { type: 'stream-end', step, end: { kind: 'done' }, atMs };
    case 'break':
      return { type: 'stream-end', step, end: { kind: 'threw', error: value }, atMs };
  }
}
