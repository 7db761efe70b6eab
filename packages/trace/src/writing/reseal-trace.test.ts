import { expect, it } from 'vitest';
import { readTrace } from '../reading/read-trace.ts';
import { validateTrace } from '../reading/validate-trace.ts';
import { createTraceWriter } from './create-trace-writer.ts';
import { resealTrace } from './reseal-trace.ts';
import { writeTrace } from './write-trace.ts';

const run = { id: 'r', agent: null, startedAt: '2026-03-01T09:00:00.000Z', git: null, versions: {}, policies: {}, redaction: null };

async function file(encoding: 'text' | 'packed', ended = true): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const writer = createTraceWriter({ encoding, write: (bytes) => pieces.push(bytes.slice()) });
  writer.append({ type: 'run-start', run: { ...run, input: `a question${'?'.repeat(200)}` } });
  writer.append({
    type: 'call-start',
    step: 0,
    parent: null,
    call: { kind: 'tool', name: 'refund', input: { cents: 49 }, effect: true },
    atMs: 1,
  });
  if (ended) writer.append({ type: 'run-end', outcome: { kind: 'returned', value: 'a question' }, atMs: 2 });
  await writer.close();
  return Buffer.concat(pieces);
}

const text = async (): Promise<string> => Buffer.from(await file('text')).toString();

it.each(['text', 'packed'] as const)('changes nothing where nothing was changed: %s', async (encoding) => {
  // As a file is kept, not as it grows.
  const bytes = await writeTrace(await readTrace(await file(encoding)), encoding);
  expect(Buffer.from(await resealTrace(bytes)).equals(bytes)).toBe(true);
});

it('makes an edited file whole again', async () => {
  const edited = (await text()).replace('"cents":49', '"cents":4999');
  await expect(readTrace(edited)).rejects.toMatchObject({ code: 'STEPFORK_TRACE_DAMAGED', place: { line: 4 } });
  expect(await validateTrace(edited)).toContainEqual({ severity: 'error', place: { line: 4 }, message: 'The checksum does not fit.' });
  const { sealed, trunk } = await readTrace(await resealTrace(edited));
  expect(sealed).toBe(true);
  expect(trunk.steps[0]?.call.input).toEqual({ cents: 4999 });
});

it('takes lines that were laid out by hand, without checksums and without a seal', async () => {
  const lines = (await text()).trim().split('\n').slice(0, -1);
  const laidOut = lines.map((line) => {
    const { crc: _, ...event } = JSON.parse(line);
    return JSON.stringify(event, null, 1).replaceAll('\n', '');
  });
  expect(Buffer.from(await resealTrace(laidOut.join('\r\n'))).toString()).toBe(await text());
});

it('seals what a killed run has left', async () => {
  const resealed = await resealTrace(await file('packed', false));
  expect(await readTrace(resealed)).toMatchObject({ sealed: true, trunk: { outcome: { kind: 'interrupted' } } });
  expect((await validateTrace(resealed)).map((problem) => problem.message)).toEqual([
    'The run "r" has no end.',
    'Step 0 of the run "r" has no end.',
  ]);
});

it('keeps forks', async () => {
  const trunk = (await readTrace(await file('text'))).trunk;
  const forks = ['f1', 'f2'].map((id) => ({ ...trunk, run: { ...trunk.run, id } }));
  const forked = Buffer.from(await writeTrace({ trunk, forks, sealed: true, damage: null }, 'text')).toString();
  const resealed = await readTrace(await resealTrace(forked.replaceAll('"cents":49', '"cents":50')));
  expect([resealed.trunk, ...resealed.forks].map((trace) => trace.steps[0]?.call.input)).toEqual([
    { cents: 50 },
    { cents: 50 },
    { cents: 50 },
  ]);
});

it.each([
  ['a line that is no JSON', (lines: string) => lines.replace('"cents":49', '"cents":'), 4],
  ['an order that no run has', (lines: string) => lines.replace('"step":0', '"step":1'), 4],
  ['a reference to nothing', (lines: string) => lines.replace('"of":0', '"of":7'), 3],
])('refuses %s', async (_, edit, line) => {
  await expect(resealTrace(edit(await text()))).rejects.toMatchObject({ code: 'STEPFORK_TRACE_INVALID', place: { line } });
});

it('a fork whose lines stand in another fork is damage: git may not have merged them into each other', async () => {
  const trunk = (await readTrace(await file('text'))).trunk;
  const forks = ['f1', 'f2'].map((id) => ({ ...trunk, run: { ...trunk.run, id } }));
  const lines = Buffer.from(await writeTrace({ trunk, forks, sealed: true, damage: null }, 'text'))
    .toString()
    .trim()
    .split('\n');
  expect(new Set(lines).size).toBe(lines.length);
  const starts = lines.flatMap((line, i) => (line.includes('"type":"run-start"') ? [i] : []));
  const [, first = 0, second = 0] = starts;
  [lines[first + 2], lines[second + 2]] = [lines[second + 2] as string, lines[first + 2] as string];
  await expect(readTrace(lines.join('\n'))).rejects.toMatchObject({ code: 'STEPFORK_TRACE_DAMAGED', place: { line: first + 3 } });
});
