import type { Run } from '../src/trace.ts';

/** The head of a run that says as little as it may. */
export function smallRun(fields: Partial<Run> = {}): Run {
  return {
    id: 'r1',
    agent: null,
    input: null,
    startedAt: '2026-03-01T09:00:00.000Z',
    git: null,
    versions: {},
    policies: {},
    redaction: null,
    ...fields,
  };
}
