import type { CandidateRun, RunCandidate } from '@stepfork/minimize';
import { StepforkError, type Trace } from '@stepfork/trace';
import type { AgentRef } from '../agent/agent-ref.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { TestOptions } from '../options/test-options.ts';
import type { CandidateResult } from '../pool/candidate.ts';
import type { WorkerPool } from '../pool/create-worker-pool.ts';
import { rulesOfCandidate } from './rules-of-candidate.ts';

export interface PoolRunnerOptions {
  readonly pool: WorkerPool;
  readonly agents: { readonly buggy: AgentRef; readonly fixed: AgentRef };
  readonly options: TestOptions;
  /** What the search begins with: what is asked wrongly for it is the user's mistake, for a smaller one it only cannot be run. */
  readonly recording: Trace;
}

/** Replays candidates in the worker pool. */
export function poolRunner({ pool, agents, options, recording }: PoolRunnerOptions): RunCandidate {
  return async ({ trace, side, ...limits }, signal) => {
    const file = { trunk: trace, forks: [], sealed: true, damage: null };
    const rules = rulesOfCandidate(options, limits, recording);
    try {
      return runOf(await pool.runCandidate({ traces: file, agent: agents[side], claim: null, rules }, { signal }), trace);
    } catch (error) {
      if (trace === recording || !(error instanceof UsageError || StepforkError.isInstance(error))) throw error;
      return { kind: 'not-run', why: error.message, stop: null };
    }
  };
}

function runOf(result: CandidateResult, recording: Trace): CandidateRun {
  switch (result.kind) {
    case 'checked':
      return { kind: 'replayed', replay: { ...result.replay, recording } };
    case 'timed-out':
      return {
        kind: 'not-run',
        why: `the agent did not give control back for ${result.timeoutMs} ms`,
        stop: { kind: 'inconclusive', reason: 'timed-out', timeoutMs: result.timeoutMs, waitingFor: [] },
      };
    case 'crashed':
      return { kind: 'not-run', why: `the process of the agent ended with ${result.signal ?? result.code}`, stop: null };
  }
}
