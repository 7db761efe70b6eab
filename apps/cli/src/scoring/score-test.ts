import { availableParallelism } from 'node:os';
import { loadNeeds } from '@stepfork/replay';
import { loadAgent } from '../agent/load-agent.ts';
import type { Reply } from '../base-command.ts';
import { createWorkerPool } from '../pool/create-worker-pool.ts';
import { startProgress } from '../progress.ts';
import { type PreparedScore, prepareScore, type ScoreFlags } from './prepare-score.ts';
import { replyToScore } from './reply-to-score.ts';
import { runInPool } from './run-in-pool.ts';

/** Scores a test in a pool of workers. */
export async function scoreTest(path: string, flags: ScoreFlags, again: string): Promise<Reply> {
  const prepared = await prepareScore(path, flags);
  try {
    return await scorePrepared(prepared, { path, flags, again });
  } finally {
    prepared.done();
  }
}

async function scorePrepared(
  prepared: PreparedScore,
  asked: { readonly path: string; readonly flags: ScoreFlags; readonly again: string },
): Promise<Reply> {
  const { score } = await import('@stepfork/score');
  const { loaded, claim, reference, buggy } = prepared;
  const { traces, options } = loaded;
  // Before anything is run; the workers load them again.
  const needs = loadNeeds(traces);
  for (const side of [reference, ...(buggy === null ? [] : [buggy])]) await loadAgent(side.ref, { needs });
  const workers = availableParallelism();
  const pool = createWorkerPool({ workers });
  const progress = startProgress('scoring');
  try {
    const run = runInPool(pool, { traces, claim, rules: options, agents: { reference: reference.ref, buggy: buggy?.ref ?? null } });
    const scored = await score({ claim, ...options, trunk: traces.trunk, hasBuggy: buggy !== null }, run, {
      atOnce: workers,
      onProgress: (done) => progress.update(`scoring … ${done} runs`),
    });
    return replyToScore(scored, prepared, asked);
  } finally {
    progress.done();
    await pool.close();
  }
}
