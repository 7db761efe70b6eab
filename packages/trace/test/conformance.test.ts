import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resultOf } from '../scripts/conformance/result-of.mjs';
import { readTraceEvents } from '../src/file.ts';
import { currentPlatform } from '../src/platform/current-platform.ts';
import type { Platform } from '../src/platform/platform.ts';
import { webPlatform } from '../src/platform/web-platform.ts';
import { readBytes } from '../src/reading/read-bytes.ts';
import { validateTrace } from '../src/reading/validate-trace.ts';
import { taggedShapes } from '../src/shapes/tagged-shapes.ts';
import type { TraceFile } from '../src/trace.ts';

interface Case {
  readonly file: string;
  readonly reads?: { readonly traces: string; readonly sealed: boolean; readonly stoppedAt: unknown };
  readonly refused?: { readonly code: string };
}

// The files are read for ever as they were read on the day when they were written: where this fails, readers in other languages and files
// that people have are broken. A new version of the format gets a rung in src/upgrade.ts, and files of its own.
const folder = new URL('../conformance/', import.meta.url);
const suite = json('suite.json') as readonly Case[];
const fileOf = ({ file }: Case): URL => new URL(`files/${file}`, folder);

describe.each<[string, Platform]>([
  ['Node', currentPlatform],
  ['a browser', webPlatform],
])('in %s', (_, platform) => {
  it.each(suite)('$file reads as the suite says', async (one) => {
    const { trace, ...result } = { trace: undefined, ...(await resultOf(() => readBytes(readFileSync(fileOf(one)), 'x', platform))) };
    if (one.reads === undefined) {
      expect(result).toEqual({ refused: one.refused });
      return;
    }
    const { traces, ...expected } = one.reads;
    expect(result).toEqual(expected);
    // As text: our reader keeps the order of keys too.
    expect(JSON.stringify(trace)).toBe(JSON.stringify(json(`traces/${traces}`)));
  });
});

it.each(suite)('$file: its events one after the other, and what validate says, agree with that', async (one) => {
  const reading = (async () => {
    let runs = 0;
    for await (const event of readTraceEvents(fileOf(one))) runs += event.type === 'run-start' ? 1 : 0;
    return runs;
  })();
  const errors = (await validateTrace(readFileSync(fileOf(one)))).filter(({ severity }) => severity === 'error');
  if (one.reads === undefined) {
    await expect(reading).rejects.toMatchObject({ code: one.refused?.code });
    expect(errors).not.toEqual([]);
    return;
  }
  const { forks } = json(`traces/${one.reads.traces}`) as TraceFile;
  expect(await reading).toBe(1 + forks.length);
  if (one.reads.stoppedAt === null) expect(errors).toEqual([]);
});

it('each file of the suite is a case, and each trace belongs to one', () => {
  expect(readdirSync(new URL('files/', folder)).sort()).toEqual(suite.map(({ file }) => file).sort());
  const traces = new Set(suite.flatMap(({ reads }) => (reads === undefined ? [] : [reads.traces])));
  expect(readdirSync(new URL('traces/', folder)).sort()).toEqual([...traces].sort());
});

it('each kind of value stands in it', () => {
  const text = readFileSync(new URL('traces/every-value.json', folder), 'utf8');
  for (const kind of Object.keys(taggedShapes)) expect(text).toContain(`"$": "${kind}"`);
});

function json(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
}
