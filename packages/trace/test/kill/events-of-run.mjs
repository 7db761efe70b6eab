/** A conversation that is sent again with each turn, and a stream: 100 events, most of which take more than one write of a disk's block. */
export function eventsOfRun() {
  const run = {
    id: 'r',
    agent: null,
    input: 'hi',
    startedAt: '2026-03-01T09:00:00.000Z',
    git: null,
    versions: {},
    policies: {},
    redaction: null,
  };
  const events = [{ type: 'run-start', run }];
  const messages = [];
  for (let step = 0; step < 30; step++) {
    messages.push({ role: 'user', content: `question ${step} `.repeat(400) });
    const call = { kind: 'model', name: 'm', input: { messages: [...messages] }, effect: false };
    events.push({ type: 'call-start', step, parent: null, call, atMs: step });
    events.push({ type: 'call-end', step, outcome: { kind: 'returned', value: `answer ${step} `.repeat(300) }, atMs: step });
  }
  const call = { kind: 'model', name: 'm', input: null, effect: false };
  events.push({ type: 'call-start', step: 30, parent: null, call, atMs: 30 });
  events.push({ type: 'call-end', step: 30, outcome: { kind: 'streaming', stream: 'generator' }, atMs: 31 });
  for (let at = 0; at < 35; at++) events.push({ type: 'call-chunk', step: 30, value: { delta: `token ${at}` }, atMs: 32 + at });
  events.push({ type: 'stream-end', step: 30, end: { kind: 'done' }, atMs: 80 });
  events.push({ type: 'run-end', outcome: { kind: 'returned', value: 'ok' }, atMs: 81 });
  return events;
}
