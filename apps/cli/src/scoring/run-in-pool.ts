import type { Claim, TestCase } from '@stepfork/replay';
import type { RunTest, TestEnd } from '@stepfork/score';
import type { TraceFile } from '@stepfork/trace';
import type { AgentRef } from '../agent/agent-ref.ts';
import type { CandidateResult } from '../pool/candidate.ts';
import type { WorkerPool } from '../pool/create-worker-pool.ts';
import { tracesOf } from '../pool/trace-wire.ts';

export interface PoolTest {
  readonly traces: TraceFile;
  readonly claim: Claim;
  readonly rules: Omit<TestCase, 'traces' | 'agent' | 'claim'>;
  readonly agents: { readonly reference: AgentRef; readonly buggy: AgentRef | null };
  /** Takes the paths that a worker has looked at. */
  readonly onReads?: (paths: readonly string[]) => void;
}

/** Runs a test case in the workers of a pool. */
export function runInPool(pool: WorkerPool, { traces, claim, rules, agents, onReads }: PoolTest): RunTest {
  return async ({ side, change }) => {
    const agent = agents[side];
    if (agent === null) throw new Error('there is no buggy code to run');
    const recorded = change?.kind === 'recording' ? { ...traces, trunk: change.trace, forks: [] } : traces;
    const result = await pool.runCandidate({
      traces: recorded,
      agent,
      claim: change?.kind === 'claim' ? change.claim : claim,
      rules,
      ...(change !== null && { mutant: { edit: change.kind === 'conduct' ? change.edit : null } }),
      ...(change?.kind === 'source' && { source: change.source }),
      isRemembered: onReads !== undefined,
    });
    if ('reads' in result) onReads?.(result.reads);
    return endOf(result, recorded);
  };
}

function endOf(result: CandidateResult, traces: TraceFile): TestEnd {
  switch (result.kind) {
    case 'checked': {
      const { verdict, replay, source, isSteady } = result;
      if (source !== undefined && 'failure' in source) return { kind: 'crashed', message: source.failure };
      const recording = tracesOf([traces])[replay.recording];
      if (verdict === null || recording === undefined) throw new Error('a worker answered what it was not asked');
      return { kind: 'judged', verdict, isSteady, ...replay, recording, ...(source && { source }) };
    }
    case 'timed-out':
      return { kind: 'timed-out' };
    case 'crashed':
      return { kind: 'crashed', message: `the process of the agent ended with ${result.signal ?? result.code ?? 'nothing'}` };
  }
}
