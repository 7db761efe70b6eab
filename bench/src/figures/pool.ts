import { check } from '@stepfork/replay';
import { type Figure, figure } from '../figure.ts';
import { pooledAgent, poolInternals } from '../pooled-agent.ts';
import { paired } from '../timing.ts';

const RUNS = 50;

/** One replay of 21 events and 74 KB in a warm worker of the pool, against the same one in this process; then as many workers as there are. */
export async function poolFigures(): Promise<readonly Figure[]> {
  const { file, agent, traces, claim } = await pooledAgent();
  const { createWorkerPool, resolveAgentRef } = await poolInternals();
  const candidate = { traces, agent: resolveAgentRef(`${file}#agent`, []), claim, rules: {} };
  const inProcess = async (): Promise<void> => {
    for (let run = 0; run < RUNS; run += 1) expectPass(await check({ traces, agent, claim }));
  };
  const figures: Figure[] = [];
  for (const modules of ['kept', 'fresh'] as const) {
    const pool = createWorkerPool({ workers: 1, modules });
    try {
      const [pooled, alone] = await paired(
        5,
        async () => {
          for (let run = 0; run < RUNS; run += 1) expectPass(await pool.runCandidate(candidate));
        },
        inProcess,
      );
      const note = `${ms(pooled)} ms a replay, ${perSecond(pooled)}; in process ${ms(alone)} ms, ${perSecond(alone)}`;
      figures.push(figure(`pool-${modules}`, pooled / alone, modules === 'kept' ? 2 : 5, note));
    } finally {
      await pool.close();
    }
  }
  return figures;
}

function expectPass({ verdict }: { readonly verdict?: { readonly kind: string } | null }): void {
  if (verdict?.kind !== 'pass') throw new Error('a replay did not pass: nothing was measured');
}

function ms(batch: number): string {
  return (batch / RUNS).toFixed(2);
}

function perSecond(batch: number): string {
  return `${Math.round((RUNS / batch) * 1000).toLocaleString('en')}/s`;
}
