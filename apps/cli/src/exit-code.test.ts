import type { Verdict } from '@stepfork/replay';
import { expect, it } from 'vitest';
import { exitCodeOfAdmission, exitCodeOfError, exitCodeOfVerdict } from './exit-code.ts';

const stop = { kind: 'inconclusive' } as const;
const divergence = { step: 0, kind: 'tool', name: 'a', input: null, why: 'other-input', nearest: null, unknownSecret: null } as const;

it.each([
  [{ kind: 'pass' }, 0],
  [{ kind: 'fail', findings: [] }, 1],
  [{ ...stop, reason: 'diverged', divergence }, 3],
  [{ ...stop, reason: 'borrowed', hanging: [], would: 'pass' }, 3],
  [{ ...stop, reason: 'opaque', step: 0, name: 'a', path: '', type: 'Socket' }, 3],
  [{ ...stop, reason: 'timed-out', timeoutMs: 1, waitingFor: [] }, 4],
  [{ ...stop, reason: 'not-deterministic', first: 'pass', second: 'fail' }, 4],
  [{ ...stop, reason: 'over-budget', maxCalls: 1 }, 4],
] as const)('the verdict %j ends with %i', (verdict, code) => {
  expect(exitCodeOfVerdict(verdict as Verdict)).toBe(code);
});

it.each([
  ['admitted', 0],
  ['red-only', 0],
  ['cannot-fail', 1],
  ['cannot-pass', 1],
  ['unproven', 3],
] as const)('an export that is %s ends with %i', (kind, code) => {
  expect(exitCodeOfAdmission(kind)).toBe(code);
});

it.each([
  ['STEPFORK_CONFIGURATION', 2],
  ['STEPFORK_TRACE_DAMAGED', 2],
  ['STEPFORK_REPLAY_FAULT', 3],
  ['STEPFORK_SECRET_FOUND', 3],
  ['STEPFORK_FILE_LOCKED', 2],
  ['STEPFORK_NOT_SEALED', 2],
  ['STEPFORK_FILE_CHANGED', 3],
  ['STEPFORK_KEY_MISSING', 3],
])('the error %s ends with %i, never with 1', (code, exit) => {
  expect(exitCodeOfError(code)).toBe(exit);
});
