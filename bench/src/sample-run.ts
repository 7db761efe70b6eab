import type { Run } from '@stepfork/trace';

/** The head of a run that is made for a measure. */
export const sampleRun: Run = {
  id: 'bench',
  agent: null,
  input: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  git: null,
  versions: {},
  policies: {},
  redaction: null,
};
