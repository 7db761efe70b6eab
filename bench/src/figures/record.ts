import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { record, tool } from '@stepfork/interceptor';
import { openTraceFile } from '@stepfork/trace/file';
import { type Figure, figure } from '../figure.ts';
import { median } from '../timing.ts';
import { wordsFrom } from '../words.ts';

const CALLS = 10_000;
const READINGS = 10_000;
// Put aside before a run: within one, a reading of the clock is recorded, and it is ours, not the agent's.
const now = performance.now.bind(performance);

/** What recording costs a reading of the clock, and a call that brings 1 KB of new content (input and answer together), redaction on, written to a file. */
export async function recordFigures(): Promise<readonly Figure[]> {
  const contents = newContents();
  const search = tool('search', async (input: { at: number }) => contents[input.at]?.answer);
  const file = join(tmpdir(), `stepfork-bench-${process.pid}.sftrace`);
  const callMicroseconds: number[] = [];
  const agent = async (): Promise<void> => {
    for (const content of contents) {
      const start = now();
      await search(content.input);
      callMicroseconds.push((now() - start) * 1000);
    }
  };
  const stringify: number[] = [];
  const recorded: number[] = [];
  let late = 0;
  try {
    for (let round = 0; round < 4; round += 1) {
      const start = now();
      for (const content of contents) JSON.stringify(content);
      stringify.push(((now() - start) * 1000) / CALLS);
      callMicroseconds.length = 0;
      const writer = await openTraceFile(file, { force: true });
      await record(agent, null, { writer });
      await writer.close();
      if (round === 0) continue; // warm-up
      recorded.push(callMicroseconds.reduce((sum, one) => sum + one, 0) / CALLS);
      late = median(callMicroseconds.slice(-100)) / median(callMicroseconds.slice(50, 150));
    }
  } finally {
    rmSync(file, { force: true });
  }
  const plain = median(stringify);
  const cost = median(recorded);
  const reading = await readingMicroseconds(search);
  return [
    figure('record-per-call', cost / plain, 12, `${cost.toFixed(1)} µs a call, JSON.stringify ${plain.toFixed(2)} µs`),
    figure('record-10000th-call', late, 1.3, 'calls 9,900-10,000 against calls 50-150'),
    figure('record-clock-reading', reading / plain, 4, `${reading.toFixed(1)} µs a reading of an agent that times each of its calls`),
  ];
}

/** What one reading of the clock costs an agent that reads it before and after each of its calls. */
async function readingMicroseconds(search: (input: { at: number }) => Promise<unknown>): Promise<number> {
  const file = join(tmpdir(), `stepfork-bench-clock-${process.pid}.sftrace`);
  let spent = 0;
  async function timed(at: number): Promise<number> {
    const before = now();
    const started = Date.now();
    spent += now() - before;
    await search({ at });
    const after = now();
    const elapsed = Date.now() - started;
    spent += now() - after;
    return elapsed;
  }
  const costs: number[] = [];
  try {
    for (let round = 0; round < 4; round += 1) {
      spent = 0;
      const writer = await openTraceFile(file, { force: true });
      await record(
        async () => {
          for (let at = 0; at < READINGS; at += 2) await timed(at);
        },
        null,
        { writer },
      );
      await writer.close();
      if (round > 0) costs.push((spent * 1000) / READINGS);
    }
  } finally {
    rmSync(file, { force: true });
  }
  return median(costs);
}

interface Content {
  readonly input: { readonly at: number; readonly query: string; readonly filters: readonly string[]; readonly limit: number };
  readonly answer: {
    readonly hits: readonly { readonly id: string; readonly title: string; readonly score: number }[];
    readonly next: string | null;
  };
}

/** Calls as agents make them: a few short fields in, a short list of results out; 1,024 bytes of JSON together, no two alike. */
function newContents(): readonly Content[] {
  const words = wordsFrom(7);
  return Array.from({ length: CALLS }, (_, at) => {
    const input = { at, query: words(120), filters: [words(12), words(12)], limit: 10 };
    const hits = Array.from({ length: 5 }, (_hit, rank) => ({ id: `doc-${at}-${rank}`, title: words(90), score: rank / 7 }));
    const open = { input, answer: { hits, next: '' } };
    return { input, answer: { hits, next: words(Math.max(1, 1024 - JSON.stringify(open).length)) } };
  });
}
