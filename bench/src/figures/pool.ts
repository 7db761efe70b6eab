import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Interceptor, record } from '@stepfork/interceptor';
import { type Agent, type Claim, check } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { type Figure, figure } from '../figure.ts';
import { paired } from '../timing.ts';
import { wordsFrom } from '../words.ts';

const RUNS = 50;

/** What is used here of the pool, which the command keeps to itself. */
interface Pool {
  readonly runCandidate: (candidate: object) => Promise<{ readonly kind: string; readonly verdict?: { readonly kind: string } | null }>;
  readonly close: () => Promise<void>;
}

/** One replay of 21 events and 74 KB in a warm worker of the pool, against the same one in this process; then as many workers as there are. */
export async function poolFigures(): Promise<readonly Figure[]> {
  const file = fileURLToPath(new URL('./pool-agent.mjs', import.meta.url));
  const { agent } = (await import(pathToFileURL(file).href)) as { readonly agent: Agent };
  const { traces, claim } = await recording(agent);
  const { createWorkerPool, resolveAgentRef } = await internals();
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

async function recording(agent: Agent): Promise<{ readonly traces: TraceFile; readonly claim: Claim }> {
  const words = wordsFrom(7);
  const answer: Interceptor = async ({ kind }) => (kind === 'model' ? { content: words(3400) } : { body: words(3400) });
  const trunk = await record(agent, null, { intercept: answer });
  if (trunk.outcome.kind !== 'returned') throw new Error('the run to be replayed failed: nothing was measured');
  return { traces: { trunk, forks: [], sealed: true, damage: null }, claim: { returns: trunk.outcome.value } };
}

async function internals(): Promise<{
  readonly createWorkerPool: (options: { readonly workers: number; readonly modules: 'fresh' | 'kept' }) => Pool;
  readonly resolveAgentRef: (ref: string, bases: readonly string[]) => unknown;
}> {
  const root = dirname(createRequire(import.meta.url).resolve('stepfork/package.json'));
  const load = (path: string): Promise<object> => import(pathToFileURL(join(root, 'dist', path)).href);
  return Object.assign({}, await load('pool/create-worker-pool.js'), await load('agent/agent-ref.js')) as never;
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
