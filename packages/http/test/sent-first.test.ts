import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createFetch } from '@stepfork/http';
import { record, startProcessRun, tool } from '@stepfork/interceptor';
import { createTraceWriter, type TraceWriter } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import { expect, onTestFinished, test } from 'vitest';

const answered = { choices: [{ message: { role: 'assistant', content: 'yes' } }] };

/** What is sent and what is taken down, in its order. */
function noting(): { readonly seen: string[]; readonly writer: TraceWriter; readonly fetch: typeof globalThis.fetch } {
  const seen: string[] = [];
  const writer = createTraceWriter();
  const append = writer.append.bind(writer);
  writer.append = (event) => {
    if (event.type === 'draw') seen.push('reading');
    if (event.type === 'call-start') seen.push(`${event.call.kind} taken down`);
    append(event);
  };
  const fetch = createFetch({
    fetch: async () => {
      seen.push('sent');
      await setImmediate();
      await setImmediate();
      return Response.json(answered);
    },
  });
  return { seen, writer, fetch };
}

const question = (content: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content }] }),
});
const model = 'http://127.0.0.1:9/v1/chat/completions';

test('a question to a model is on its way before it is taken down, whatever else is sent is taken down before', async () => {
  const { seen, writer, fetch } = noting();
  await record(
    async () => {
      await fetch(model, question('a'));
      await fetch('http://127.0.0.1:9/orders', { method: 'POST', body: '{"id":1}' });
      await tool('pay', async () => seen.push('paid'))();
    },
    null,
    { writer },
  );
  expect(seen).toEqual(['sent', 'model taken down', 'tool taken down', 'sent', 'tool taken down', 'paid']);
});

test('what comes next is taken down behind the question, in the order in which it happened, at the time at which it happened', async () => {
  const { seen, writer, fetch } = noting();
  const { steps } = await record(
    async () => {
      const asked = [fetch(model, question('a')), fetch(model, question('b'))];
      Math.random();
      seen.push('goes on');
      await Promise.all(asked);
    },
    null,
    { writer, now: clock() },
  );
  expect(seen).toEqual(['sent', 'model taken down', 'sent', 'model taken down', 'reading', 'goes on']);
  expect(steps.map(({ call }) => JSON.stringify(call.input).includes('"b"'))).toEqual([false, true]);
  const starts = steps.map(({ startedAtMs }) => startedAtMs);
  expect(starts).toEqual([...starts].sort((one, other) => one - other));
});

test('the head of an answer is written with its beginning, a JSON body with its end', async () => {
  const writes: string[][] = [[]];
  const writer = createTraceWriter();
  const { append, together = (body) => body() } = writer;
  let held = 0;
  const over = (): void => void (held === 0 && writes.push([]));
  writer.append = (event) => {
    writes.at(-1)?.push(event.type);
    append.call(writer, event);
    over();
  };
  writer.together = (body) => {
    held += 1;
    together.call(writer, body);
    held -= 1;
    over();
  };
  const { fetch } = noting();
  await record(async () => (await fetch(model, question('a'))).json(), null, { writer });
  expect(writes.filter((types) => types.some((type) => !type.startsWith('run-')))).toEqual([
    ['call-start'],
    ['call-end', 'call-chunk'],
    ['call-chunk', 'stream-end'],
  ]);
});

test('a question is what it was when it was asked', async () => {
  const { fetch } = noting();
  const { steps } = await record(async () => {
    const bytes = new TextEncoder().encode(String(question('what was asked').body));
    const asked = fetch(model, { ...question(''), body: bytes });
    bytes.fill(32);
    await asked;
  }, null);
  expect(JSON.stringify(steps[0]?.call.input)).toContain('what was asked');
});

test('a process that ends in the tick in which it asks has asked', () => {
  const { seen, writer, fetch } = noting();
  const run = startProcessRun(null, { writer, redaction: false });
  void fetch(model, question('a'));
  run.end({ kind: 'returned', value: null });
  expect(seen).toEqual(['sent', 'model taken down']);
  expect(writer.trace().steps).toMatchObject([{ call: { name: 'gpt-4o' }, outcome: { kind: 'interrupted' } }]);
});

test('a process that is killed when its request has arrived and its event loop has turned has it in its trace', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stepfork-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  let asked = 0;
  let arrived = (): void => {};
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    if (asked === 2) arrived();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const file = join(folder, 'run.sftrace');
  const script = fileURLToPath(new URL('./fixtures/killed-agent.mjs', import.meta.url));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [script, file, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.all([once(child.stdout, 'data'), isThere]);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;

  const { trunk } = await readTraceFile(file);
  expect(trunk.steps.map(({ outcome }) => outcome.kind)).toEqual(['streamed', 'interrupted']);
  expect(JSON.stringify(trunk.steps[1]?.call.input)).toContain('second');
});

function clock(): () => number {
  let at = 0;
  return () => {
    at += 1;
    return at;
  };
}
