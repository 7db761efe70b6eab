import type { AdmissionKind } from '@stepfork/export';
import type { Inconclusive, Verdict } from '@stepfork/replay';
import type { Score } from '@stepfork/score';

/** What an exit code says. The only place that knows the numbers; no library does. */
export const exitCode = {
  /** The answer is yes: pass, admitted, red-only, claim-pinned, no problem, no difference; or the work was done. */
  yes: 0,
  /** The answer is no: fail, cannot-fail, cannot-pass, weak, run-pinned, vacuous, misses-the-bug, red-baseline, differences found. Reserved for answers about the agent. */
  no: 1,
  /** Asked wrongly, or a file is not what it says. Nothing was run. */
  usage: 2,
  /** Could not execute: diverged, borrowed, opaque, unproven, not-executable, or our own refusal. */
  cannotExecute: 3,
  /** No conclusion: timed-out, not-deterministic, over-budget, not-conclusive. */
  noConclusion: 4,
  /** An unexpected exception of ours. */
  internal: 70,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

export function exitCodeOfVerdict(verdict: Verdict): ExitCode {
  switch (verdict.kind) {
    case 'pass':
      return exitCode.yes;
    case 'fail':
      return exitCode.no;
    case 'inconclusive':
      return exitCodeOfStop(verdict);
  }
}

export function exitCodeOfStop(stop: Inconclusive): ExitCode {
  switch (stop.reason) {
    case 'diverged':
    case 'borrowed':
    case 'opaque':
      return exitCode.cannotExecute;
    case 'timed-out':
    case 'not-deterministic':
    case 'over-budget':
      return exitCode.noConclusion;
  }
}

export function exitCodeOfAdmission(kind: AdmissionKind): ExitCode {
  switch (kind) {
    case 'admitted':
    case 'red-only':
      return exitCode.yes;
    case 'cannot-fail':
    case 'cannot-pass':
      return exitCode.no;
    case 'unproven':
      return exitCode.cannotExecute;
  }
}

/** A test that no code has passed yet may be one that none can pass. */
export function exitCodeOfScore({ verdict, isClaimed }: Pick<Score, 'verdict' | 'isClaimed'>): ExitCode {
  switch (verdict) {
    case 'claim-pinned':
      return isClaimed ? exitCode.noConclusion : exitCode.yes;
    case 'weak':
    case 'run-pinned':
    case 'vacuous':
    case 'misses-the-bug':
    case 'red-baseline':
      return exitCode.no;
    case 'not-executable':
      return exitCode.cannotExecute;
    case 'not-conclusive':
      return exitCode.noConclusion;
  }
}

/** Refusals that can only be met while something runs. Every other error of Stepfork says, before anything has run, that it was asked wrongly. */
const refusals: ReadonlySet<string> = new Set([
  'STEPFORK_SECRET_FOUND',
  'STEPFORK_SECRET_LEFT',
  'STEPFORK_WRITE_FAILED',
  'STEPFORK_FILE_FAILED',
  'STEPFORK_NOT_RECORDED',
  'STEPFORK_FILE_CHANGED',
  'STEPFORK_KEY_MISSING',
  'STEPFORK_RECORDING',
  'STEPFORK_RUN_NOT_FINISHED',
  'STEPFORK_REPLAY_FAULT',
  'STEPFORK_PROTOCOL',
  'STEPFORK_DIVERGED',
  'STEPFORK_OPAQUE',
  'STEPFORK_OVER_BUDGET',
  'STEPFORK_INCONCLUSIVE',
]);

/** By the code of a StepforkError. */
export function exitCodeOfError(code: string): ExitCode {
  return refusals.has(code) ? exitCode.cannotExecute : exitCode.usage;
}
