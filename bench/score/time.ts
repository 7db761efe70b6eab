import { record, tool } from '@stepfork/interceptor';
import type { Agent } from '@stepfork/replay';
import { runInProcess, score } from '@stepfork/score';
import { type Figure, figure } from '../src/figure.ts';
import { pooledAgent, poolInternals } from '../src/pooled-agent.ts';
import { median } from '../src/timing.ts';

const RUNS = 200;

/** What one mutant costs: replayed in a warm worker, and judged without a replay; and 500 replayed ones on two workers. */
export async function timeFigures(): Promise<readonly Figure[]> {
  const { file, traces, claim } = await pooledAgent();
  const { createWorkerPool, resolveAgentRef } = await poolInternals();
  const mutant = { edit: { kind: 'output', value: -1 } } as const;
  const candidate = { traces, agent: resolveAgentRef(`${file}#agent`, []), claim, rules: {}, mutant };
  const figures: Figure[] = [];
  for (const [modules, bar] of [
    ['kept', 2],
    ['fresh', 3.5],
  ] as const) {
    const pool = createWorkerPool({ workers: 1, modules });
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const start = performance.now();
      expectKilled(await pool.runCandidate(candidate));
      times.push(performance.now() - start);
    }
    await pool.close();
    figures.push(figure(`time: ms of a mutant in a warm worker, modules ${modules}`, median(times.slice(20)), bar, '20 calls, 74 KB'));
  }
  return [...figures, await together(candidate), await claimDrawn()];

  async function together(one: object): Promise<Figure> {
    const pool = createWorkerPool({ workers: 2, modules: 'kept' });
    await Promise.all([pool.runCandidate(one), pool.runCandidate(one)]);
    const start = performance.now();
    for (const result of await Promise.all(Array.from({ length: 500 }, () => pool.runCandidate(one)))) expectKilled(result);
    const ms = performance.now() - start;
    await pool.close();
    return figure('time: ms of 500 mutants on 2 workers', ms, 2000, '20 calls, 74 KB each');
  }
}

/** Three changes for each value of an output and of the arguments of twenty calls. In time of the processor: nothing is waited for. */
async function claimDrawn(): Promise<Figure> {
  const output = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field_${at}`, at]));
  const send = tool('send', async (_: object) => null, { effect: true });
  const agent: Agent = async () => {
    for (let at = 0; at < 20; at += 1) await send({ to: 'mira@shop.example', text: 'Your refund is on its way.' });
    return output;
  };
  const trunk = await record(agent, null, { redaction: false });
  const claim = {
    returns: output,
    calls: [{ tool: 'send', with: { to: 'mira@shop.example', text: 'Your refund is on its way.' }, times: 20 }],
  };
  const test = { traces: { trunk, forks: [], sealed: true, damage: null }, claim };
  const run = runInProcess(test, { reference: agent });
  const spent = async <T>(work: () => Promise<T>): Promise<readonly [us: number, result: T]> => {
    const start = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(start);
    return [user + system, result];
  };
  const measure = async (): Promise<readonly [us: number, count: number]> => {
    let inRuns = 0;
    const [inAll, { mutants }] = await spent(() =>
      score({ claim, trunk, hasBuggy: false }, async (next) => {
        const [us, end] = await spent(() => run(next));
        inRuns += us;
        return end;
      }),
    );
    const judged = mutants.filter(({ replays }) => replays === 0).length;
    return [(inAll - inRuns) / judged, judged];
  };
  const rounds: (readonly [us: number, count: number])[] = [];
  for (let round = 0; round < 15; round += 1) rounds.push(await measure());
  const last = rounds.slice(5);
  return figure(
    'time: µs of a mutant without a replay',
    median(last.map(([us]) => us)),
    50,
    `${last[0]?.[1]} of 20 calls and 20 values, controls and replays of what is missed not counted in`,
  );
}

function expectKilled({ verdict }: { readonly verdict?: { readonly kind: string } | null }): void {
  if (verdict?.kind !== 'fail') throw new Error('a mutant was not killed: nothing was measured');
}
