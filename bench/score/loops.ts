import { fileURLToPath } from 'node:url';
import { record } from '@stepfork/interceptor';
import type { Agent } from '@stepfork/replay';
import { type Figure, figure } from '../src/figure.ts';
import { type Pool, poolInternals } from '../src/pooled-agent.ts';
import { loadMachine } from './load-machine.ts';

const ROUNDS = 20;

/** Calls end by their number, and all else by time. */
const loops = [
  ['calls', {}],
  ['timers', { timeoutMs: 1000 }],
  ['nothing', { timeoutMs: 1000 }],
] as const;
const file = fileURLToPath(new URL('../src/figures/loop-agent.mjs', import.meta.url));

/** A loop that a changed answer makes endless ends by a limit, and with the same verdict, whatever else the machine does. Half of the rounds have two busy threads beside. */
export async function loopFigures(): Promise<readonly Figure[]> {
  const { createWorkerPool, resolveAgentRef } = await poolInternals();
  const agents = (await import(file)) as Readonly<Record<string, Agent>>;
  const pool = createWorkerPool({ workers: 1, modules: 'kept' });
  const figures: Figure[] = [];
  for (const [name, rules] of loops) {
    const trunk = await record(agents[name] as Agent, null, { redaction: false });
    const steps = trunk.steps.map((step, at) =>
      at === 0 ? { ...step, outcome: { kind: 'returned', value: { goal: 7, step: 3 } } } : step,
    );
    const traces = { trunk: { ...trunk, steps }, forks: [], sealed: true, damage: null };
    const candidate = { traces, agent: resolveAgentRef(`${file}#${name}`, []), claim: { returns: 6 }, rules };
    const ends = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const stop = round % 2 === 0 ? () => {} : loadMachine();
      const end = await endOf(pool, candidate);
      stop();
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    const isLimit = [...ends.keys()].every((end) => end === 'timed-out' || end === 'over-budget');
    const said = [...ends].map(([end, count]) => `${count} ${end}`).join(', ');
    figures.push(figure(`loop: verdicts beside the first, ${name} in it`, isLimit ? ends.size - 1 : ROUNDS, 0, said));
  }
  await pool.close();
  return figures;
}

async function endOf(pool: Pool, candidate: object): Promise<string> {
  const { kind, verdict } = await pool.runCandidate(candidate);
  return verdict == null ? kind : 'reason' in verdict ? String(verdict.reason) : verdict.kind;
}
