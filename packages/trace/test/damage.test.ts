import { beforeAll, describe, expect, it } from 'vitest';
import type { TraceEvent } from '../src/event.ts';
import { readTrace } from '../src/reading/read-trace.ts';
import { TraceFormatError } from '../src/reading/trace-format-error.ts';
import type { Run, TraceFile } from '../src/trace.ts';
import { createTraceWriter } from '../src/writing/create-trace-writer.ts';
import { writeTrace } from '../src/writing/write-trace.ts';
import { eventsOf } from './events-of.ts';

const run: Run = {
  id: 'trunk',
  agent: 'src/agent.ts#run',
  input: { question: 'Wo ist meine Bestellung? '.repeat(6), customer: 17 },
  startedAt: '2026-03-01T09:00:00.000Z',
  git: null,
  versions: { node: '20.19.0' },
  policies: {},
  redaction: null,
};

const events: readonly TraceEvent[] = [
  { type: 'run-start', run },
  {
    type: 'call-start',
    step: 0,
    parent: null,
    call: { kind: 'model', name: 'm', input: [{ role: 'user', content: run.input }], effect: false },
    atMs: 1,
  },
  { type: 'call-start', step: 1, parent: 0, call: { kind: 'tool', name: 'look_up', input: 'ü🙂', effect: false }, atMs: 1.5 },
  {
    type: 'call-end',
    step: 1,
    outcome: { kind: 'threw', error: { $: 'error', class: 'Error', name: 'Error', message: 'no', fields: {} } },
    atMs: 2,
  },
  { type: 'call-end', step: 0, outcome: { kind: 'streaming' }, atMs: 3 },
  { type: 'call-chunk', step: 0, value: { delta: 'Sie ist unterwegs und kommt morgen an. '.repeat(4) }, atMs: 4 },
  { type: 'call-chunk', step: 0, value: { delta: '' }, atMs: 5 },
  { type: 'stream-end', step: 0, end: { kind: 'cancelled' }, atMs: 6 },
  { type: 'run-end', outcome: { kind: 'returned', value: { answer: 42 } }, atMs: 7 },
];

const json = (value: unknown): string => JSON.stringify(value);
const isPrefix = (part: readonly TraceEvent[], all: readonly TraceEvent[]): boolean => json(part) === json(all.slice(0, part.length));

describe.each(['packed', 'text'] as const)('%s', (encoding) => {
  let unsealed: Uint8Array;
  let sealed: Uint8Array;
  let forked: Uint8Array;
  /** Where the file ended when each event was written. */
  const ends: number[] = [];

  beforeAll(async () => {
    const pieces: Uint8Array[] = [];
    const writer = createTraceWriter({ encoding, write: (bytes) => pieces.push(bytes.slice()) });
    for (const event of events) {
      writer.append(event);
      ends.push(Buffer.concat(pieces).length);
    }
    unsealed = Buffer.concat(pieces);
    await writer.close();
    sealed = Buffer.concat(pieces);
    const trunk = writer.trace();
    const fork = { ...trunk, run: { ...trunk.run, id: 'fork' } };
    forked = await writeTrace({ trunk, forks: [fork], sealed: true, damage: null }, encoding);
  });

  it('a file cut at any byte gives all events before the cut', async () => {
    const lineEnd = encoding === 'text' ? 1 : 0;
    for (let length = 0; length < sealed.length; length++) {
      const whole = ends.filter((end) => end - lineEnd <= length).length;
      const reading = readTrace(sealed.subarray(0, length));
      if (whole === 0) {
        await expect(reading, `at ${length}`).rejects.toBeInstanceOf(TraceFormatError);
        continue;
      }
      const file = await reading;
      expect(json(eventsOf(file.trunk)), `at ${length}`).toBe(json(events.slice(0, whole)));
      expect(file.sealed).toBe(length >= sealed.length - lineEnd);
      if (whole < events.length) expect(file.trunk.outcome).toEqual({ kind: 'interrupted' });
    }
  });

  it('a file cut inside a fork gives the trunk and the fork up to there', async () => {
    const from = (await writeTrace({ ...(await readTrace(forked)), forks: [] }, encoding)).length;
    for (let length = from + 1; length < forked.length - 1; length++) {
      const file = await readTrace(forked.subarray(0, length));
      expect(file.sealed).toBe(false);
      expect(eventsOf(file.trunk)).toHaveLength(events.length);
      for (const fork of file.forks) expect(fork.run.id).toBe('fork');
    }
  });

  it.each([
    ['unsealed', () => unsealed],
    ['sealed', () => sealed],
    ['with a fork', () => forked],
  ])(
    'every flipped bit is noticed: %s',
    async (name, bytesOf) => {
      const bytes = bytesOf();
      const whole = await readTrace(bytes);
      let refused = 0;
      for (let bit = 0; bit < 8 * bytes.length; bit++) {
        const damaged = bytes.slice();
        damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
        let file: TraceFile;
        try {
          file = await readTrace(damaged);
        } catch (error) {
          if (!(error instanceof TraceFormatError)) throw new Error(`bit ${bit}: ${error}`, { cause: error });
          refused++;
          continue;
        }
        expect(file.damage, `bit ${bit}`).not.toBeNull();
        expect(file.sealed).toBe(false);
        expect(isPrefix(eventsOf(file.trunk), eventsOf(whole.trunk)), `bit ${bit}`).toBe(true);
        for (const [i, fork] of file.forks.entries()) expect(isPrefix(eventsOf(fork), eventsOf(whole.forks[i] ?? fork))).toBe(true);
      }
      // In a sealed file only the seal itself can be hit without a refusal: then it is an unsealed one.
      if (name !== 'unsealed') expect(refused).toBeGreaterThan(8 * bytes.length - 8 * 120);
      expect(bytes.length).toBeLessThan(20_000);
    },
    60_000,
  );
});
