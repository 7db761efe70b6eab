import { expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

const claim = ['--returns', '{"refunded_cents":4999}', '--expect-call', 'issue_refund x1 {"amount_cents":4999}'];
const replay = (agent: string, ...flags: readonly string[]) => ['replay', 'refund.sftrace', '-a', `./src/agent.ts#${agent}`, ...flags];

async function stage(): Promise<Project> {
  const here = project();
  await addRecording(here);
  return here;
}

it.each([
  ['fixedAgent', 0, 'failures="0" errors="0"', /^$/],
  ['runAgent', 1, 'failures="1" errors="0"', /^::error file=src\/agent\.ts,line=36,title=stepfork%3A fail::fail: issue_refund was called/],
  [
    'strayAgent',
    3,
    'failures="0" errors="1"',
    /^::error file=src\/agent\.ts,line=29,title=stepfork%3A inconclusive::inconclusive \(diverged\)/,
  ],
])('%s: the report and the annotation say what the exit code says', async (agent, code, counts, annotation) => {
  const here = await stage();
  here.write('report.xml', 'of an earlier run');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: here.folder };
  const ended = await here.stepfork(replay(agent, ...claim, '--junit', 'report.xml', '--json'), { env });
  expect(ended.code).toBe(code);
  expect(JSON.parse(ended.stdout)).toHaveProperty('verdict');
  expect(here.read('report.xml')).toContain(counts);
  expect(here.files().filter((file) => file.endsWith('.tmp'))).toEqual([]);
  expect(ended.stderr.split('\n').find((line) => line.startsWith('::')) ?? '').toMatch(annotation);
});

it('an inconclusive verdict that is allowed ends with 0, and says loudly what that is worth; a fail stays a fail', async () => {
  const here = await stage();
  const allowed = ['--allow-inconclusive', '--junit', 'report.xml'];
  const stray = await here.stepfork(replay('strayAgent', ...claim, ...allowed));
  expect(stray).toMatchObject({ code: 0, stdout: expect.stringContaining('inconclusive (diverged)') });
  expect(stray.stderr).toContain('WARNING: refund.sftrace is inconclusive and --allow-inconclusive lets it pass');
  expect(stray.stderr).not.toContain('::');
  expect(here.read('report.xml')).toContain('skipped="1"');
  expect(await here.stepfork(replay('runAgent', ...claim, ...allowed))).toMatchObject({
    code: 1,
    stderr: expect.not.stringContaining('WARNING'),
  });
  expect(here.read('report.xml')).toContain('failures="1"');
});

it('an agent that never gives control back is reported too', async () => {
  const here = await stage();
  here.write('src/loop.mjs', 'export function runAgent() { for (;;); }');
  const line = ['replay', 'refund.sftrace', '-a', './src/loop.mjs#runAgent', ...claim, '--timeout', '300', '--junit', 'report.xml'];
  const ended = await here.stepfork(line, { env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: here.folder } });
  expect(ended.code).toBe(4);
  expect(ended.stderr).toContain('::error file=src/loop.mjs,line=1,title=stepfork%3A inconclusive::inconclusive (timed-out)');
  expect(here.read('report.xml')).toContain('errors="1"');
});

it('a program is reported by its verdict, and without a claim by its own end', async () => {
  const here = project();
  here.write('agent.mjs', 'process.exitCode = Number(process.env.FAILS ?? 0)');
  const recorded = await here.stepfork(['record', '-o', 'program.sftrace', '--', 'node', 'agent.mjs']);
  expect(recorded.code).toBe(0);
  const line = ['replay', 'program.sftrace', '--junit', 'report.xml', '--', 'node', 'agent.mjs'];
  expect(await here.stepfork(line)).toMatchObject({ code: 0 });
  expect(here.read('report.xml')).toContain('failures="0" errors="0"');
  expect(await here.stepfork(line, { env: { FAILS: '7' } })).toMatchObject({ code: 7 });
  expect(here.read('report.xml')).toContain('message="fail: the program ended with 7"');
});
