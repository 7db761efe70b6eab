import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { head, input, trace, traceFile } from '@stepfork/testkit';
import { writeTraceFile } from '@stepfork/trace/file';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadProgramCase } from './load-program-case.ts';

const command = ['node', 'agent.mjs'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stepfork-case-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a program has time to start and to load its SDKs, unless a flag says how much', async () => {
  const file = join(folder, 'run.sftrace');
  await writeTraceFile(file, traceFile(trace(head({ agent: null }), input({ command, argv: [] }))));
  const unsaid = await loadProgramCase(file, {}, command);
  const said = await loadProgramCase(file, { timeout: 5 }, command);
  expect([unsaid.options.timeoutMs, said.options.timeoutMs]).toEqual([60_000, 5]);
});
