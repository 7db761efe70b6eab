import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTraceWriter, type Run, type TraceEvent, type TraceFile, writeTrace } from '@stepfork/trace';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from '../scripts/build-page.mjs';
import { findBrowser } from './find-browser.ts';

const executablePath = findBrowser();
const suite = join(dirname(createRequire(import.meta.url).resolve('@stepfork/trace/package.json')), 'conformance', 'files');
const hostile = `"'><img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>\u202e</pre></details>\${1}`;

// In a real browser, from the disk, as people open it. Skipped by name where there is none: STEPFORK_BROWSER names one.
describe.skipIf(executablePath === null)('the page in a browser', () => {
  let folder: string;
  let browser: Browser | undefined;
  let page: Page;
  const asked: string[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stepfork-viewer-'));
    writeFileSync(join(folder, 'viewer.html'), await buildPage());
    // A sandbox of the browser's own is refused to root, which CI often is.
    browser = await chromium.launch({ executablePath: executablePath as string, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
    page = await browser.newPage();
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(pathToFileURL(join(folder, 'viewer.html')).href);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  // Nothing is fetched but the page itself, and nothing is thrown, whatever was shown.
  afterEach(() => {
    expect(asked).toEqual([pathToFileURL(join(folder, 'viewer.html')).href]);
    expect(errors).toEqual([]);
  });

  /** Drops a file anywhere on the page, as a person does. */
  async function drop(name: string, bytes: Uint8Array): Promise<void> {
    const dataTransfer = await page.evaluateHandle(
      ([fileName, base64]) => {
        const transfer = new DataTransfer();
        const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        transfer.items.add(new File([content], fileName));
        return transfer;
      },
      [name, Buffer.from(bytes).toString('base64')] as const,
    );
    for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer });
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  const dropCase = async (name: string): Promise<void> => drop(name, await readFile(join(suite, name)));
  // biome-ignore lint/performance/useDomNodeTextContent: what is seen is meant, not what is folded away.
  const text = (): Promise<string> => page.locator('main').innerText();
  /** Opens the first line that begins so; `shows` is what comes to light. */
  async function open(line: RegExp, shows: string): Promise<void> {
    await page.locator('summary', { hasText: line }).first().click();
    await page.getByText(shows).first().waitFor();
  }

  it.each(['forks.sftrace.jsonl', 'forks.sftrace', 'forks.blocks.sftrace'])(
    '%s: the trunk and its forks, with steps, answers and ends',
    async (name) => {
      await dropCase(name);
      expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
        'Trunk: trunk',
        'Fork 1: attached',
        'Fork 2: on demand',
        'Fork 3: by itself',
      ]);
      expect(await text()).toMatch(/sealed · 1 steps · 3 forks/);
      expect(await text()).toMatch(/0 model gpt returned answered: live/);
      await open(/^0 model gpt/, 'Sorry.');
      expect(await text()).toMatch(/on demand, from attached/);
    },
  );

  it('calls in calls, streams and draws open where they stand', async () => {
    await dropCase('every-event.blocks.sftrace');
    expect(await page.locator('summary', { hasText: /^1 tool look_up/ }).count()).toBe(0);
    await open(/^0 model gpt/, '"messages": []');
    await open(/^1 tool look_up/, '"class": "TypeError"');
    await open(/^3 model gpt/, 'The stream: done.');
    await open(/^\d+ draws of clock/, 'random at src/draw.ts#dice');
  });

  it.each([
    ['killed.sftrace.jsonl', /not sealed · 2 steps/, /The run "trunk" has no seal\./],
    ['damaged-tail.sftrace', /Reading stopped, byte 359: the checksum does not fit\./, /byte 359: The checksum does not fit\./],
    ['damaged.sftrace.jsonl', /line 5: The checksum does not fit\./, /STEPFORK_TRACE_DAMAGED/],
    ['future.sftrace', /the trace has format version 7/, /npm install stepfork@latest/],
    ['not-a-trace.sftrace', /this is no trace but a PNG image/, /STEPFORK_NOT_A_TRACE/],
    ['513-levels.sftrace', /nested deeper than 512/, /STEPFORK_TRACE_INVALID/],
  ])('%s: what is wrong with it', async (name, ...patterns) => {
    await dropCase(name);
    for (const pattern of patterns) expect(await text()).toMatch(pattern);
  });

  it('what a trace says stays text, wherever it stands', async () => {
    await drop(`${hostile.replaceAll('/', '')}.sftrace`, await writeTrace(hostileFile(), 'packed'));
    for (let closed = page.locator('details:not([open]) > summary'); (await closed.count()) > 0; ) await closed.first().click();
    await page.getByText('this answer was given for').waitFor();
    expect((await text()).split('<img src=x onerror=').length).toBeGreaterThan(25);
    expect(await page.locator('img, main script, iframe').count()).toBe(0);
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
  });

  it('a file that is chosen is shown too, in the place of the one before', async () => {
    await dropCase('smallest.sftrace');
    await page.setInputFiles('#file', join(suite, 'v1.sftrace'));
    await page.getByRole('heading', { level: 1, name: 'v1.sftrace' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await text()).toMatch(/Es tut mir leid 🙂/);
  });
});

/** A run that has the same hostile text in each place that holds a text. */
function hostileFile(): TraceFile {
  const names = { [hostile]: hostile };
  const run: Run = {
    id: hostile,
    agent: hostile,
    input: names,
    startedAt: hostile,
    git: { commit: hostile, dirty: true },
    versions: names,
    policies: names,
    redaction: { keyId: hostile, rules: [hostile] },
    derived: { kind: 'replayed', of: hostile, from: hostile, test: hostile },
  };
  const events: readonly TraceEvent[] = [
    { type: 'run-start', run },
    { type: 'call-start', step: 0, parent: null, call: { kind: 'tool', name: hostile, input: names, effect: true }, atMs: 1 },
    { type: 'call-answer', step: 0, answered: { how: 'again', lent: names }, atMs: 1 },
    { type: 'call-end', step: 0, outcome: { kind: 'streaming' }, atMs: 2 },
    { type: 'call-chunk', step: 0, value: { text: hostile }, atMs: 3 },
    { type: 'stream-end', step: 0, end: { kind: 'threw', error: names }, atMs: 4 },
    { type: 'draw', kind: 'uuid', site: hostile, value: names, atMs: 5 },
    { type: 'run-end', outcome: { kind: 'threw', error: names }, atMs: 6 },
  ];
  const writer = createTraceWriter();
  for (const event of events) writer.append(event);
  return { trunk: writer.trace(), forks: [], sealed: true, damage: null };
}
