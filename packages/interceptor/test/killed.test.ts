import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTraceFile } from '@stepfork/trace/file';
import { expect, onTestFinished, test } from 'vitest';

const script = fileURLToPath(new URL('./fixtures/killed-agent.mjs', import.meta.url));

test.each(['run.sftrace', 'run.sftrace.jsonl'])('a killed process leaves a readable %s up to its last event', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'stepfork-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);

  const { trunk, sealed } = await readTraceFile(file);
  expect(sealed).toBe(false);
  expect(trunk.run.input).toEqual({ ticket: 'T-1' });
  expect(trunk.outcome).toEqual({ kind: 'interrupted' });
  expect(trunk.steps.map(({ call, outcome }) => [call.name, outcome.kind])).toEqual([
    ['lookup', 'returned'],
    ['stream', 'streamed'],
    ['hang', 'interrupted'],
  ]);
  expect(trunk.steps[1]?.outcome).toMatchObject({ chunks: [{ value: 'first' }, { value: 'second' }], end: { kind: 'interrupted' } });
});
