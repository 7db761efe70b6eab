import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codecs } from '../src/codecs/codecs.ts';
import type { TraceEvent } from '../src/event.ts';
import { currentPlatform } from '../src/platform/current-platform.ts';
import { readTrace } from '../src/reading/read-trace.ts';
import type { Trace } from '../src/trace.ts';
import { unfoldTrace } from '../src/wire/unfold.ts';
import { createTraceWriter } from '../src/writing/create-trace-writer.ts';
import { writeTrace } from '../src/writing/write-trace.ts';
import { arbitraryEvents } from './arbitrary-events.ts';
import { eventsOf } from './events-of.ts';

/** Deep equality that also sees the order of keys. */
const same = (actual: unknown, expected: unknown): void => expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));

function record(events: readonly TraceEvent[]): Trace {
  const writer = createTraceWriter();
  for (const event of events) writer.append(event);
  return writer.trace();
}

it('memory gives back the events that were appended', () => {
  fc.assert(
    fc.property(arbitraryEvents, (events) => {
      same(eventsOf(record(events)), events);
    }),
    { numRuns: 300 },
  );
});

it.each(['packed', 'text'] as const)('%s gives back the events and the trace', async (encoding) => {
  await fc.assert(
    fc.asyncProperty(arbitraryEvents, async (events) => {
      const trunk = record(events);
      const read = await readTrace(await writeTrace({ trunk, forks: [], sealed: false, damage: null }, encoding));
      expect(read).toMatchObject({ sealed: true, damage: null });
      same(eventsOf(read.trunk), events);
      same(read.trunk, trunk);
    }),
    { numRuns: 200 },
  );
});

it('text, packed, text are the same bytes again', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryEvents, async (events) => {
      const text = await writeTrace({ trunk: record(events), forks: [], sealed: false, damage: null }, 'text');
      const packed = await writeTrace(await readTrace(text), 'packed');
      expect(await writeTrace(await readTrace(packed), 'text')).toEqual(text);
    }),
    { numRuns: 100 },
  );
});

it('what a writer hands over while it records is what it would write at the end', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryEvents, fc.constantFrom('packed' as const, 'text' as const), async (events, encoding) => {
      const pieces: Uint8Array[] = [];
      const writer = createTraceWriter({ encoding, write: (bytes) => pieces.push(bytes.slice()) });
      for (const event of events) writer.append(event);
      await writer.close();
      const ended = events.at(-1)?.type === 'run-end';
      const read = await readTrace(Buffer.concat(pieces));
      expect(read).toMatchObject({ sealed: ended, damage: null });
      same(read.trunk, writer.trace());
      const { compact = async (bytes: Uint8Array) => bytes } = codecs[encoding];
      if (ended) expect(Buffer.compare(await writeTrace(read, encoding), await compact(Buffer.concat(pieces), currentPlatform))).toBe(0);
    }),
    { numRuns: 100 },
  );
});

it('a trace made by hand is written by unfolding it, which folding reverses', () => {
  fc.assert(
    fc.property(arbitraryEvents, (events) => {
      const trace = record(events);
      same(record([...unfoldTrace(trace)]), trace);
    }),
    { numRuns: 200 },
  );
});

it('forks share the values of the trunk and come back', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryEvents,
      arbitraryEvents,
      arbitraryEvents,
      fc.constantFrom('packed', 'text'),
      async (one, two, three, encoding) => {
        const [trunk, ...forks] = [one, two, three].map(record).map((trace, i) => ({ ...trace, run: { ...trace.run, id: `run ${i}` } }));
        const file = { trunk: trunk as Trace, forks, sealed: true, damage: null };
        const bytes = await writeTrace(file, encoding);
        const read = await readTrace(bytes);
        same(read, file);
        expect(await writeTrace(read, encoding)).toEqual(bytes);
        const other = encoding === 'text' ? 'packed' : 'text';
        same(await readTrace(await writeTrace(read, other)), file);
      },
    ),
    { numRuns: 60 },
  );
});
