import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { record, tool } from '@stepfork/interceptor';
import type { TraceFile } from '@stepfork/trace';
import { writeTraceFile } from '@stepfork/trace/file';
import { afterAll, expect, it, vi } from 'vitest';
import type { CandidateResult } from '../src/pool/candidate.ts';
import { brief, candidate, createWorkerPool, outcomeOf } from './support/pool.ts';
import { openProject } from './support/project.ts';

const here = openProject();
const ping = tool('ping', () => 'pong');
const traces: TraceFile = { trunk: await record(async () => ping(), null), forks: [], sealed: true, damage: null };
/** What each run has left behind, if anything: told when its worker was looked at, at the latest before the next run ends. */
const left: (readonly string[])[] = [];
const pool = createWorkerPool({
  workers: 1,
  onLeaks: (leaks) => void left.push(leaks.map(({ kind, name, change }) => `${kind} ${name} ${change}`)),
});
const run = (agent: string, more: Parameters<typeof candidate>[3] = {}, of: TraceFile | string = traces): Promise<CandidateResult> =>
  pool.runCandidate(candidate(of, here.folder, agent, more));

afterAll(async () => {
  await pool.close();
  rmSync(here.folder, { recursive: true, force: true });
});

it('replays with fresh modules in a worker that stays, and gives back what was recorded as the same objects', async () => {
  // From the third on with modules that were loaded while nothing ran.
  for (let time = 0; time < 5; time += 1) {
    const result = await run('clean');
    expect(result).toMatchObject({
      kind: 'checked',
      verdict: null,
      replay: { recording: 0, stop: null, receipt: { entries: [{ how: 'exact' }] } },
    });
    if (result.kind !== 'checked') throw new Error('it was not checked');
    expect(result.replay.trace.outcome).toEqual({ kind: 'returned', value: 'pong 1 leaky' });
    expect(result.replay.trace.steps[0]?.call).toBe(traces.trunk.steps[0]?.call);
  }
});

it('modules are fresh in whatever way they are imported, and what is edited is loaded as it is now', async () => {
  const { agent } = candidate(traces, here.folder, 'clean');
  const edited = { ...agent, file: here.path('src/edited.mjs') };
  here.write('src/words.json', '{ "said": 0 }');
  here.write('src/runs.mjs', 'let runs = 0; export const next = () => (runs += 1);');
  const text = `import words from './words.json' with { type: 'json' };
import { next } from './runs.mjs?copy=1#first';
const later = await import('./runs.mjs');
export const clean = async () => [(words.said += 1), next(), later.next(), 'old'];`;
  here.write('src/edited.mjs', text);
  const outcome = async (): Promise<unknown> => outcomeOf(await run('clean', { agent: edited }));
  for (let time = 0; time < 4; time += 1) expect(await outcome()).toEqual({ kind: 'returned', value: [1, 1, 1, 'old'] });
  here.write('src/edited.mjs', text.replace('old', 'edited'));
  // One run more may have been loaded ahead.
  await outcome();
  expect(await outcome()).toEqual({ kind: 'returned', value: [1, 1, 1, 'edited'] });
});

it('a link that is turned is followed to where it leads now', async () => {
  const { agent } = candidate(traces, here.folder, 'clean');
  const linked = { ...agent, file: here.path('src/linked.mjs') };
  const turn = (version: string): void => {
    rmSync(here.path('src/current'), { force: true });
    symlinkSync(version, here.path('src/current'));
  };
  const outcome = async (): Promise<unknown> => outcomeOf(await run('clean', { agent: linked }));
  for (const version of ['v1', 'v2']) {
    mkdirSync(here.path(`src/${version}`));
    here.write(`src/${version}/named.mjs`, `export const version = '${version}';`);
  }
  here.write('src/linked.mjs', `import { version } from './current/named.mjs'; export const clean = async () => version;`);
  turn('v1');
  for (let time = 0; time < 3; time += 1) expect(await outcome()).toEqual({ kind: 'returned', value: 'v1' });
  turn('v2');
  await outcome();
  expect(await outcome()).toEqual({ kind: 'returned', value: 'v2' });
});

it('an exit code that a run leaves is not heard of by the next one', async () => {
  for (let time = 0; time < 3; time += 1) expect(outcomeOf(await run('saysHowItEnded'))).toEqual({ kind: 'returned', value: null });
  expect(left).toEqual([]);
});

it('what comes of work that is on its way when its run is answered meets no other run', async () => {
  for (let time = 0; time < 3; time += 1) expect(outcomeOf(await run('addsLater'))).toEqual({ kind: 'returned', value: null });
  await run('clean');
  expect(left.splice(0)).toHaveLength(3);
});

it('keeps a worker whose agent shares contexts by a global, as SDKs do: nothing of a run stays in one', async () => {
  const brieflyThrice = [brief(await run('sharesContexts')), brief(await run('sharesContexts')), brief(await run('sharesContexts'))];
  expect(brieflyThrice).toEqual(Array(3).fill({ kind: 'returned', value: 'pong' }));
});

it('judges by a claim, and follows a file as it follows its recordings', async () => {
  const claim = { returns: 'pong 1 leaky' };
  await writeTraceFile(here.path('ping.sftrace'), traces);
  expect(brief(await run('clean', { claim }))).toBe('pass');
  expect(brief(await run('clean', { claim }, here.path('ping.sftrace')))).toBe('pass');
  expect(brief(await run('clean', { claim: { returns: 'pang' } }))).toBe('fail');
  expect(await run('asks', { claim })).toMatchObject({ verdict: { kind: 'inconclusive', reason: 'diverged' } });
});

it.each([
  ['addsGlobal', ['global globalThis.seen added']],
  ['fillsGlobal', ['global globalThis.loadedAnew changed']],
  ['raisesGlobal', ['global globalThis.limit changed']],
  ['fixesGlobal', ['global globalThis.limit changed']],
  ['replacesFetch', ['global globalThis.fetch changed']],
  ['setsVariable', ['environment TENANT added']],
  ['changesDirectory', ['directory process.cwd() changed']],
  ['listens', ['listener process.on("SIGWINCH") added']],
  ['patches', ['built-in Array.prototype.last added', 'built-in JSON.parse changed']],
  ['marksProcess', ['built-in process.__agent added', 'built-in process[Symbol(agent.runs)] added']],
  ['addsArgument', ['built-in process.argv.2 added', 'built-in process.argv.length changed']],
  ['freezes', ['built-in Math changed']],
  ['inherits', ['built-in Reflect changed']],
  ['namesProcess', ['built-in process.title changed']],
  ['replacesGetter', ['global globalThis.tenant changed']],
  ['marksWithUnderscore', ['built-in Array.prototype._last added', 'built-in process._runs added']],
  ['tunesProcess', ['built-in process.umask() changed', 'built-in Error.stackTraceLimit changed']],
  ['leavesServer', ['handle TCPServerWrap added']],
])('%s: what leaked is named, and the next run has a worker without it', async (agent, leaks) => {
  const [first, second] = [await run(agent), await run(agent)];
  expect(outcomeOf(second)).toEqual(outcomeOf(first));
  expect(brief(await run('clean'))).toEqual({ kind: 'returned', value: 'pong 1 leaky' });
  expect(left.splice(0)).toEqual([leaks, leaks]);
});

it.each([
  ['loops', 'timed-out', { timeoutMs: 1000 }],
  ['exitsForGood', 'crashed', {}],
  ['crashes', 'crashed', {}],
])('%s ends its worker, not us: %s', async (agent, kind, rules) => {
  expect(brief(await run(agent, { rules }))).toBe(kind);
  expect(brief(await run('clean'))).toEqual({ kind: 'returned', value: 'pong 1 leaky' });
});

it('an agent that loops in a later run, for which nothing is loaded, is ended as soon as in its first', async () => {
  const kept = createWorkerPool({ workers: 1, modules: 'kept' });
  const asked = candidate(traces, here.folder, 'loopsLater', { rules: { timeoutMs: 500 } });
  const results: unknown[] = [];
  for (let time = 0; time < 4; time += 1) results.push(brief(await kept.runCandidate(asked)));
  expect(results).toEqual([{ kind: 'returned', value: 1 }, { kind: 'returned', value: 2 }, 'timed-out', { kind: 'returned', value: 1 }]);
  await kept.close();
});

it.each(['blocksLater', 'exitsLater'])(
  '%s ends its worker after it has answered: the run that waited for the worker has another',
  async (agent) => {
    expect(brief(await run(agent, { rules: { timeoutMs: 1000 } }))).toMatchObject({ kind: 'returned' });
    expect(brief(await run('clean'))).toEqual({ kind: 'returned', value: 'pong 1 leaky' });
  },
);

it('an agent that eats all memory has a worker of its own to crash', async () => {
  const small = createWorkerPool({ workers: 1, memoryMb: 64 });
  expect(brief(await small.runCandidate(candidate(traces, here.folder, 'eatsMemory')))).toBe('crashed');
  await small.close();
});

it('a worker that has grown begins no other run, however late we hear of it', async () => {
  const narrow = createWorkerPool({ workers: 1, memoryMb: 256 });
  const results = [1, 2].map(() => narrow.runCandidate(candidate(traces, here.folder, 'grows')));
  await results[0];
  // We are busy for longer than the worker would need to begin: nobody could stop it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  await results[1];
  await narrow.close();
  expect(readFileSync(here.path('grown.log'), 'utf8')).toBe('grown\ngrown\n');
});

it('an agent that waits for what never comes is no failure of the worker but a verdict', async () => {
  const result = await run('hangs', { claim: { returns: 1 }, rules: { timeoutMs: 100 } });
  expect(result).toMatchObject({ kind: 'checked', verdict: { kind: 'inconclusive', reason: 'timed-out' } });
  await run('clean');
  const ofHangs = left.splice(0).filter((leaks) => leaks.some((leak) => leak.startsWith('agent ')));
  expect(ofHangs).toEqual([expect.arrayContaining(['agent src/leaky.mjs#hangs added'])]);
});

it('what is asked wrongly is thrown as it would be without a pool', async () => {
  await expect(run('clean', { rules: { stable: ['pung'] } })).rejects.toMatchObject({
    name: 'ConfigurationError',
    code: 'STEPFORK_CONFIGURATION',
  });
  await expect(run('nobody')).rejects.toMatchObject({ name: 'UsageError', hint: expect.stringContaining('It exports these functions: ') });
});

it('no result depends on the number of workers', async () => {
  const agents = ['clean', 'addsGlobal', 'asks', 'clean', 'setsVariable', 'exitsForGood', 'clean', 'addsGlobal', 'clean'];
  const wide = createWorkerPool({ workers: 3 });
  const results = await Promise.all(agents.map((agent) => wide.runCandidate(candidate(traces, here.folder, agent))));
  await wide.close();
  const alone: CandidateResult[] = [];
  for (const agent of agents) alone.push(await run(agent));
  expect(results.map(brief)).toEqual(alone.map(brief));
});

it('an aborted run is given up at once, running or not, and the worker goes on', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const looping = pool.runCandidate(candidate(traces, here.folder, 'loops'), { signal: controller.signal });
  const waiting = pool.runCandidate(candidate(traces, here.folder, 'clean'), { signal: controller.signal });
  controller.abort(reason);
  await expect(looping).rejects.toBe(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(pool.runCandidate(candidate(traces, here.folder, 'clean'), { signal: controller.signal })).rejects.toBe(reason);
  expect(brief(await run('clean'))).toEqual({ kind: 'returned', value: 'pong 1 leaky' });
});

it('a closed pool gives up what it was asked, and takes nothing more', async () => {
  const closing = createWorkerPool({ workers: 1 });
  const asked = ['loops', 'clean'].map((agent) => closing.runCandidate(candidate(traces, here.folder, agent)));
  const ended = Promise.allSettled(asked);
  await closing.close();
  for (const one of await ended) expect(one).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  await expect(closing.runCandidate(candidate(traces, here.folder, 'clean'))).rejects.toMatchObject({ name: 'AbortError' });
});

it.each(
  ['loops', 'hangs'].flatMap((agent) => ['SIGINT', 'SIGTERM', 'SIGKILL', 'throws', 'exits'].map((ending) => [agent, ending] as const)),
)('no worker is left behind, though its agent %s, when the parent is ended by %s', async (agent, ending) => {
  const trace = here.path('ping.sftrace');
  await writeTraceFile(trace, traces, { force: true });
  const pids = here.path(`pids-${agent}-${ending}/pid`);
  here.write(`pids-${agent}-${ending}/pid`, '');
  const parent = spawn(
    process.execPath,
    [fileURLToPath(new URL('./support/pool-parent.mjs', import.meta.url)), trace, here.path(`src/leaky.mjs#${agent}`), ending],
    { env: { ...process.env, PID_FILE: pids }, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  if (ending.startsWith('SIG')) parent.stdout.once('data', () => parent.kill(ending as NodeJS.Signals));
  const [code, signal] = await once(parent, 'exit');
  expect(signal ?? code).toBe(ending.startsWith('SIG') ? ending : ending === 'throws' ? 1 : 0);
  const pid = Number(readFileSync(pids, 'utf8'));
  await vi.waitFor(() => expect(isThere(pid)).toBe(false), { timeout: 5000, interval: 20 });
});

it('a process that leads no group of its own ends with its parent, too, though its code never awaits', async () => {
  const parent = spawn(process.execPath, [fileURLToPath(new URL('./support/orphan-parent.mjs', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  expect(isThere(pid)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(isThere(pid)).toBe(false), { timeout: 10_000, interval: 20 });
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Where nobody reaps what has lost its parent, it stays as a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
