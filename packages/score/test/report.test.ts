import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { triageTests, triageVersions } from '@stepfork/testkit';
import { Ajv } from 'ajv';
import type { MutationTestResult } from 'mutation-testing-report-schema/api';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { locateJson } from '../src/report/locate-json.ts';
import { mutationReport } from '../src/report/mutation-report.ts';
import { reportHtml } from '../src/report/report-html.ts';
import { runInProcess } from '../src/run-in-process.ts';
import { score } from '../src/score.ts';

const require = createRequire(import.meta.url);
const schema = JSON.parse(readFileSync(require.resolve('mutation-testing-report-schema/mutation-testing-report-schema.json'), 'utf8'));

async function reportOf(name: string): Promise<MutationTestResult> {
  const test = (await triageTests())[name];
  if (test === undefined) throw new Error(name);
  const sides = { reference: triageVersions.fixed, buggy: triageVersions.buggy };
  return mutationReport(await score({ ...test, trunk: test.traces.trunk, hasBuggy: true }, runInProcess(test, sides)));
}

it('each value is located in the text that holds it', () => {
  const value = { a: { b: [1, 'x\ny'] }, 'c/d': {}, e: [] };
  const { text, locate } = locateJson(value);
  expect(JSON.parse(text)).toEqual(value);
  const lines = text.split('\n');
  const at = (pointer: string): string => {
    const { start, end } = locate(pointer);
    expect(start.line).toBe(end.line);
    return (lines[start.line - 1] ?? '').slice(start.column - 1, end.column - 1);
  };
  expect(['/a/b/0', '/a/b/1', '/c~1d', '/e', '/e/7/x'].map(at)).toEqual(['1', '"x\\ny"', '{}', '[]', '[]']);
});

it.each(['T1 snapshot of the buggy run, strict', 'T3 snapshot of the fixed run, strict', 'T4 claim on the output, sink'])(
  'the report of "%s" is valid by its schema, and what could not run is no kill in it',
  async (name) => {
    const report = JSON.parse(JSON.stringify(await reportOf(name))) as MutationTestResult;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    validate(report);
    expect(validate.errors).toBeNull();
    const mutants = Object.values(report.files).flatMap((file) => file.mutants);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
    for (const { status, statusReason } of mutants)
      if (/could not be executed/.test(statusReason ?? '')) expect(status).toBe('RuntimeError');
  },
);

function counted({ files }: MutationTestResult, status: string, name: string): number {
  return files[name]?.mutants.filter((one) => one.status === status).length ?? 0;
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const places = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
const executablePath = process.env.STEPFORK_BROWSER ?? places.find((place) => existsSync(place)) ?? null;

// Skipped by name where there is no browser: STEPFORK_BROWSER names one.
it.skipIf(executablePath === null)('the page shows the report in a real browser, and fetches nothing', async () => {
  const report = await reportOf('T4 claim on the output, sink');
  const elements = readFileSync(require.resolve('mutation-testing-elements/mutation-test-elements.js'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-report-'));
  const file = pathToFileURL(join(folder, 'score.html')).href;
  writeFileSync(join(folder, 'score.html'), reportHtml(report, '"T4" </script><b>', elements));
  const browser = await chromium.launch({
    executablePath: executablePath as string,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    const asked: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(file);
    const name = 'what the right code did.json';
    const [killed, survived] = (['Killed', 'Survived'] as const).map((one) => counted(report, one, name));
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
    // The two scores, then killed and survived.
    expect((await row.getByRole('cell').allTextContents()).map(Number)).toEqual(expect.arrayContaining([killed, survived]));
    expect((await page.getByRole('heading', { level: 1 }).allTextContents()).join()).toContain('"T4" </script><b>');
    await page.getByRole('link', { name }).click();
    for (const shown of [`Killed (${killed})`, `Survived (${survived})`, '"amount_cents"']) await page.getByText(shown).first().waitFor();
    // Survivors are marked where they are: the first is opened, and says what was changed and why it counts.
    await page.locator('svg.mutant-dot.Survived').first().click();
    await page.getByText('the test does not notice').first().waitFor();
    expect((await page.screenshot()).length).toBeGreaterThan(10_000);
    expect(errors).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(file) && !url.startsWith('data:') && !url.startsWith('blob:'))).toEqual([]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
