import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startProvider } from '@stepfork/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const cwd = fileURLToPath(new URL('./unmet', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'stepfork-unmet-'));
const mark = join(folder, 'mark');
let outside: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  const provider = await startProvider();
  // What this test run itself was started with is not for the runs inside of it.
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...outer } = process.env;
  outside = { ...outer, PROVIDER_URL: provider.url, MARK: mark };
  for (const agent of ['agent', 'late-agent']) {
    const recorded = await run(agent, '--import', '@stepfork/register', 'record.mjs', join(folder, agent));
    expect(recorded).toEqual({ code: 0, output: '' });
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
  }
  await provider.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const vitest = binOf('vitest', 'vitest.mjs');
const jest = binOf('jest', 'bin/jest.js');

test('in the pool threads of Vitest the SDK is met, and the body does not run', async () => {
  expect(await run('agent', vitest, 'run', '--config=none.config.mjs', '--pool=threads')).toMatchObject({ code: 0 });
  expect(existsSync(mark)).toBe(false);
});

test.each([
  ['Vitest with vmThreads', 'agent', [vitest, 'run', '--config=none.config.mjs', '--pool=vmThreads']],
  ['for an agent that loads it late, Vitest with vmThreads', 'late-agent', [vitest, 'run', '--config=none.config.mjs', '--pool=vmThreads']],
  [
    'Jest with modules',
    'agent',
    ['--experimental-vm-modules', jest, '--rootDir=.', '--config={"transform":{},"testMatch":["**/jest.spec.mjs"]}', '--watchman=false'],
  ],
])('%s loads the SDK past the hooks: no body runs, and nothing is concluded', async (_runner, agent, args) => {
  const { code, output } = await run(agent, ...args);
  expect(existsSync(mark)).toBe(false);
  expect(code).not.toBe(0);
  expect(output).toContain('InconclusiveError');
  expect(output).toContain('offers get_weather to model');
  expect(output).toContain('in the recorded run a hook in ai stood before it, and here none is in place');
  expect(output).toContain("import '@stepfork/register' first");
});

async function run(agent: string, ...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const env = { ...outside, AGENT: `./${agent}.mjs`, TRACE: pathToFileURL(join(folder, agent)).href };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { readonly code: number; readonly stdout: string; readonly stderr: string };
    return { code, output: stdout + stderr };
  }
}

function binOf(name: string, file: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
}
