import { createTraceWriter, readTrace, type TraceFile, writeTrace } from '@stepfork/trace';
import { type Figure, figure } from '../figure.ts';
import { sampleRun } from '../sample-run.ts';
import { paired } from '../timing.ts';
import { wordsFrom } from '../words.ts';

const CALLS = 5000;

/** Opening and checking a trace of 10,000 events of about 600 bytes (5,000 calls) against `JSON.parse` of the same text. */
export async function openFigures(): Promise<readonly Figure[]> {
  const file = sample();
  const text = new TextDecoder().decode(await writeTrace(file, 'text'));
  const packed = await writeTrace(file, 'packed');
  const lines = text.split('\n').filter((line) => line !== '');
  const parse = (): void => {
    for (const line of lines) JSON.parse(line);
  };
  const [openText, parseText] = await paired(7, () => readTrace(text), parse);
  const [openPacked, parseAgain] = await paired(7, () => readTrace(packed), parse);
  const note = (ms: number): string =>
    `${ms.toFixed(0)} ms, ${lines.length.toLocaleString('en')} lines, ${(text.length / 1e6).toFixed(1)} MB of text`;
  return [
    figure('open-text', openText / parseText, 5, `${note(openText)}, JSON.parse ${parseText.toFixed(0)} ms`),
    figure('open-packed', openPacked / parseAgain, 5, `${note(openPacked)}, JSON.parse ${parseAgain.toFixed(0)} ms`),
  ];
}

function sample(): TraceFile {
  const words = wordsFrom(5);
  const writer = createTraceWriter();
  writer.append({
    type: 'run-start',
    run: sampleRun,
  });
  const value = (id: number): { [key: string]: string | number } => ({
    id,
    a: words(50),
    b: words(50),
    c: words(50),
    d: words(50),
    e: words(50),
    f: words(50),
    g: words(50),
    h: words(50),
  });
  for (let step = 0; step < CALLS; step += 1) {
    writer.append({
      type: 'call-start',
      step,
      parent: null,
      call: { kind: 'tool', name: 'search', input: value(step), effect: false },
      atMs: step,
    });
    writer.append({ type: 'call-end', step, outcome: { kind: 'returned', value: value(step) }, atMs: step });
  }
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: null }, atMs: CALLS });
  return { trunk: writer.trace(), forks: [], sealed: true, damage: null };
}
