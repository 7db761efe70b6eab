import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from '@stepfork/interceptor';
import type { Agent } from '@stepfork/replay';
import { type MakeSourceMutants, type MutantResult, type RunTest, score } from '@stepfork/score';
import { type Figure, figure } from '../src/figure.ts';
import { cliInternals, type Pool, poolInternals } from '../src/pooled-agent.ts';
import { loadMachine } from './load-machine.ts';

const ROUNDS = 20;
const file = fileURLToPath(new URL('../src/figures/loop-agent.mjs', import.meta.url));

interface Internals {
  readonly findSourceMutator: (folder: string) => string;
  readonly loadSourceMutator: (file: string) => Promise<unknown>;
  readonly makeSourceMutants: (options: object) => MakeSourceMutants;
  readonly runInPool: (pool: Pool, test: object) => RunTest;
}

/** Mutants of source, some of which make a loop endless that never awaits: all come to the same, whatever else the machine does, and those by how often they went round. */
export async function sourceLoopFigures(): Promise<readonly Figure[]> {
  const [{ createWorkerPool, resolveAgentRef }, internals] = await Promise.all([
    poolInternals(),
    cliInternals<Internals>('scoring/find-source-mutator.js', 'scoring/make-source-mutants.js', 'scoring/run-in-pool.js'),
  ]);
  const { own } = (await import(file)) as { readonly own: Agent };
  const trunk = await record(own, null, { redaction: false });
  const traces = { trunk, forks: [], sealed: true, damage: null };
  const claim = { returns: 6 };
  const agents = { reference: resolveAgentRef(`${file}#own`, []), buggy: null };
  const mutator = await internals.loadSourceMutator(internals.findSourceMutator(fileURLToPath(new URL('..', import.meta.url))));
  const pool = createWorkerPool({ workers: 1, modules: 'fresh' });
  // So long that nobody would wait for what is ended by time.
  const run = internals.runInPool(pool, { traces, claim, rules: { timeoutMs: 600_000 }, agents });
  const rounds: (readonly MutantResult[])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-source-'));
    const stop = round % 2 === 0 ? () => {} : loadMachine();
    const source = internals.makeSourceMutants({ load: async () => mutator, ...agents, globs: [], folder });
    const { mutants } = await score({ claim, trunk, hasBuggy: false }, run, { source });
    rounds.push(mutants.filter(({ family }) => family === 'source'));
    stop();
    rmSync(folder, { recursive: true });
  }
  await pool.close();
  const texts = new Set(rounds.map((mutants) => JSON.stringify(mutants)));
  const ended = rounds[0]?.filter(({ outcome }) => outcome.kind === 'timed-out').map(({ says }) => says) ?? [];
  return [
    figure(
      'loop: rounds of mutants of source beside the first',
      ended.length === 0 ? ROUNDS : texts.size - 1,
      0,
      `${ROUNDS} rounds of ${rounds[0]?.length ?? 0} mutants; endless: ${ended.join(', ')}`,
    ),
  ];
}
