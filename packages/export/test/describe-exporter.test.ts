import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const fixtures = join(import.meta.dirname, 'fixtures');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly title: string; readonly ancestorTitles: readonly string[] }[];
  }[];
}

/** Titles of the tests that failed, by exporter. */
const failed = new Map<string, string[]>();

beforeAll(async () => {
  for (const { ancestorTitles, title, status } of (await report()).testResults.flatMap(({ assertionResults }) => assertionResults)) {
    const exporter = ancestorTitles.at(-1)?.replace('exporter ', '') ?? '';
    failed.set(exporter, [...(failed.get(exporter) ?? []), ...(status === 'failed' ? [title] : [])]);
  }
}, 60_000);
afterAll(() => rmSync(join(import.meta.dirname, '..', '.exported-broken'), { recursive: true, force: true }));

test.each([
  ['right', []],
  ['one-name-for-all', [/^names its files after the test/]],
  [
    'writes-nothing',
    [
      /^renders at least one file/,
      /fails on a failing agent/,
      /passes on a passing agent/,
      /inconclusive on a diverging agent/,
      /passes where they come back whole/,
      /fails where one lost a character/,
    ],
  ],
  ['counts', [/^the same request gives the same bytes/]],
  ['changes-the-request', [/the request is left as it was/]],
  ['always-green', [/fails on a failing agent/, /inconclusive on a diverging agent/, /fails where one lost a character/]],
  ['only-red', [/is inconclusive on a diverging agent/]],
])('of the exporter "%s" the suite finds what is broken', (exporter, titles) => {
  expect(failed.get(exporter)).toEqual(titles.map((title) => expect.stringMatching(title)));
});

test('an exporter that leaves the folder gets nothing written', () => {
  expect(failed.get('leaves-the-folder')).toEqual(
    expect.arrayContaining([
      'renders at least one file, and every path stays inside the folder',
      'the exported test fails on a failing agent, and shows what was claimed and what came instead',
      'the exported test passes on a passing agent',
    ]),
  );
});

test('text that is pasted into code is found wherever it breaks a line or hides something', () => {
  expect(failed.get('pastes')?.length).toBeGreaterThanOrEqual(5);
  expect(failed.get('pastes')?.every((title) => title.startsWith('what a reviewer sees is what runs'))).toBe(true);
});

async function report(): Promise<JsonReport> {
  const args = [vitest, 'run', '--root', fixtures, '--reporter=json'];
  const ended = promisify(execFile)(process.execPath, args, { cwd: fixtures, maxBuffer: 64 * 1024 * 1024 });
  const { stdout } = await ended.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as JsonReport;
}
