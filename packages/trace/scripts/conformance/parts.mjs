/** Short ways to write the events of a case. */
export const start = (fields = {}, version = 1) => ({
  type: 'run-start',
  version,
  run: {
    id: 'trunk',
    agent: 'src/agent.ts#runAgent',
    startedAt: '2026-03-01T09:00:00.000Z',
    git: null,
    versions: {},
    policies: {},
    redaction: null,
    ...fields,
  },
});
export const input = (value = null) => ({ type: 'run-input', value });
export const value = (n, of) => ({ type: 'value', n, value: of });
export const ref = (of, more = {}) => ({ $: 'ref', of, ...more });
export const call = (step, fields = {}, parent = null, atMs = step) => ({
  type: 'call-start',
  step,
  parent,
  call: { kind: 'tool', name: 'look_up', input: null, effect: false, ...fields },
  atMs,
});
export const answer = (step, answered, atMs = step) => ({ type: 'call-answer', step, answered, atMs });
export const returns = (step, of = null, atMs = step + 0.5) => ({
  type: 'call-end',
  step,
  outcome: { kind: 'returned', value: of },
  atMs,
});
export const frozen = (step, of, parts, atMs = step + 0.5) => ({
  type: 'call-end',
  step,
  outcome: { kind: 'returned', value: of, frozen: parts },
  atMs,
});
export const throws = (step, error, atMs = step + 0.5) => ({ type: 'call-end', step, outcome: { kind: 'threw', error }, atMs });
export const streams = (step, stream, atMs = step + 0.5) => ({
  type: 'call-end',
  step,
  outcome: { kind: 'streaming', ...(stream && { stream }) },
  atMs,
});
export const chunk = (step, of, atMs = step + 0.625) => ({ type: 'call-chunk', step, value: of, atMs });
export const ends = (step, end = { kind: 'done' }, atMs = step + 0.75) => ({ type: 'stream-end', step, end, atMs });
export const draw = (kind, of, site = 'src/agent.ts#runAgent', atMs = 1) => ({ type: 'draw', kind, site, value: of, atMs });
export const end = (outcome = { kind: 'returned', value: null }, atMs = 100) => ({ type: 'run-end', outcome, atMs });
export const seal = { type: 'seal' };

/** A whole run of these events. */
export const whole = (...events) => [start(), input(), ...events, end(), seal];
/** One call that gives each of these values. */
export const giving = (...values) => values.flatMap((of, step) => [call(step), returns(step, of)]);

export const minimizedOf = (of) => ({
  kind: 'minimized',
  of,
  seal: 'ab'.repeat(32),
  signature: 'TypeError: no, in runAgent',
  proof: '1-minimal in turns',
  edits: [
    { by: 'turns', removed: ['0-3', '7'] },
    { by: 'parts', removed: [] },
  ],
  counts: { replays: 12, removals: 2, unresolved: 1 },
});
