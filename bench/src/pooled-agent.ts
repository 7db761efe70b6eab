import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Interceptor, record } from '@stepfork/interceptor';
import type { Agent, Claim } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { wordsFrom } from './words.ts';

/** What is used here of the pool, which the command keeps to itself. */
export interface Pool {
  readonly runCandidate: (candidate: object) => Promise<{ readonly kind: string; readonly verdict?: { readonly kind: string } | null }>;
  readonly close: () => Promise<void>;
}

/** An agent, and a run of it with 21 events and 74 KB. */
export async function pooledAgent(): Promise<{
  readonly file: string;
  readonly agent: Agent;
  readonly traces: TraceFile;
  readonly claim: Claim;
}> {
  const file = fileURLToPath(new URL('./figures/pool-agent.mjs', import.meta.url));
  const { agent } = (await import(pathToFileURL(file).href)) as { readonly agent: Agent };
  return { file, agent, ...(await recording(agent)) };
}

export async function poolInternals(): Promise<{
  readonly createWorkerPool: (options: { readonly workers: number; readonly modules: 'fresh' | 'kept' }) => Pool;
  readonly resolveAgentRef: (ref: string, bases: readonly string[]) => unknown;
}> {
  return cliInternals('pool/create-worker-pool.js', 'agent/agent-ref.js');
}

/** What modules of the command export, which keeps them to itself. */
export async function cliInternals<Exports>(...modules: readonly string[]): Promise<Exports> {
  const root = dirname(createRequire(import.meta.url).resolve('stepfork/package.json'));
  const loaded = await Promise.all(modules.map((path) => import(pathToFileURL(join(root, 'dist', path)).href)));
  return Object.assign({}, ...loaded) as Exports;
}

async function recording(agent: Agent): Promise<{ readonly traces: TraceFile; readonly claim: Claim }> {
  const words = wordsFrom(7);
  const answer: Interceptor = async ({ kind }) => (kind === 'model' ? { content: words(3400) } : { body: words(3400) });
  const trunk = await record(agent, null, { intercept: answer });
  if (trunk.outcome.kind !== 'returned') throw new Error('the run to be replayed failed: nothing was measured');
  return { traces: { trunk, forks: [], sealed: true, damage: null }, claim: { returns: trunk.outcome.value } };
}
