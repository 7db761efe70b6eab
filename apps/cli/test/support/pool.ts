import type { Candidate, CandidateResult } from '../../src/pool/candidate.ts';
import type { WorkerPool, WorkerPoolOptions } from '../../src/pool/create-worker-pool.ts';

// A worker is a process of its own, started from what is published.
const dist = (file: string): string => new URL(`../../dist/${file}`, import.meta.url).href;
const { createWorkerPool: create } = (await import(
  dist('pool/create-worker-pool.js')
)) as typeof import('../../src/pool/create-worker-pool.ts');
const { resolveAgentRef } = (await import(dist('agent/agent-ref.js'))) as typeof import('../../src/agent/agent-ref.ts');

export function createWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  return create(options);
}

/** A candidate without a claim and without rules. */
export function candidate(traces: Candidate['traces'], folder: string, agent: string, more: Partial<Candidate> = {}): Candidate {
  return { traces, agent: resolveAgentRef(`src/leaky.mjs#${agent}`, [folder]), claim: null, rules: {}, ...more };
}

/** What there is to say of a result in one word or two. */
export function brief(result: CandidateResult): unknown {
  switch (result.kind) {
    case 'checked':
      return result.verdict?.kind ?? result.replay.trace.outcome;
    case 'timed-out':
    case 'crashed':
      return result.kind;
  }
}

export function outcomeOf(result: CandidateResult): unknown {
  return 'replay' in result ? result.replay.trace.outcome : null;
}
