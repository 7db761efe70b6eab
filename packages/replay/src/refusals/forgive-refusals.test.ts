import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const from = (name: string): string => JSON.stringify(new URL(import.meta.resolve(name)).href);

function run(agent: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const program = `
    import { record, tool } from ${from('@stepfork/interceptor')};
    import { check } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
    const get = tool('get', async (x) => x);
    const trunk = await record(() => get(1), null);
    const agent = ${agent};
    const { verdict } = await check({ traces: { trunk, forks: [], sealed: true, damage: null }, agent, claim: {} });
    console.log(verdict.kind);`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
}

test.each([
  'async () => { void get(2); await new Promise((done) => setImmediate(done)); }',
  'async () => { void get(2).then((x) => x); await new Promise((done) => setImmediate(done)); }',
])('a refusal that the agent drops does not bring the process down: %s', (agent) => {
  expect(run(agent)).toMatchObject({ stdout: 'inconclusive\n', status: 0 });
});

test('any other rejection that nobody handles does, as without us', () => {
  const { status, stderr } = run(
    "async () => { void Promise.reject(new Error('my own')); await new Promise((done) => setImmediate(done)); }",
  );
  expect(status).toBe(1);
  expect(stderr).toContain('my own');
});
