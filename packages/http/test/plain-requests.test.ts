import { gzipSync } from 'node:zlib';
import { createFetch } from '@stepfork/http';
import { createProjectRedactor, record } from '@stepfork/interceptor';
import { expect, test } from 'vitest';
import { replayOf } from './record-and-replay.ts';

const fetch = createFetch({ fetch: async () => Response.json({ ok: true }) });
const ask = (url: string, init?: RequestInit) => async (): Promise<unknown> => (await fetch(`https://api.example.com${url}`, init)).json();

test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['a coupon', ask('/coupons?code=SAVE10'), ask('/coupons?code=SAVE50')],
  ['the key of an entry', ask('/entries?key=users'), ask('/entries?key=orders')],
  ['a place in a list', ask('/orders?token=2'), ask('/orders?token=3')],
  ['a part of a file', ask('/file', { headers: { range: 'bytes=0-99' } }), ask('/file', { headers: { range: 'bytes=100-199' } })],
  ['a form that is asked for', ask('/report'), ask('/report', { headers: { accept: 'text/csv' } })],
  ['a version that is known', ask('/file', { headers: { 'if-none-match': '"a"' } }), ask('/file', { headers: { 'if-none-match': '"b"' } })],
])('%s is part of the question', async (_what, agent, other) => {
  const recorded = await record(agent, null);
  expect((await replayOf(recorded, agent)).stop).toBeNull();
  expect((await replayOf(recorded, other)).stop).toMatchObject({ reason: 'diverged' });
});

test('how a client says that it takes what comes is not', async () => {
  const recorded = await record(ask('/report', { headers: { accept: 'application/json, text/plain, */*' } }), null);
  expect((await replayOf(recorded, ask('/report', { headers: { accept: 'application/json' } }))).stop).toBeNull();
});

test.each([
  ['key', 'AIzaSyD3kf9Jw2mQ7xB5nV1cL8tR4yU6iO0pA2s'],
  ['code', 'q7Zx2Lm9Wv4Rt6Yb1Nc8'],
  ['sig', 'p0%2FaS3dF4gH5jK6%2FlZ7xC8vB9nM1qW2eR3tY4u%3D'],
  ['access_token', 'short'],
])('a credential in the parameter %s is none', async (name, value) => {
  const recorded = await record(ask(`/coupons?${name}=${value}&page=2`), null);
  expect(recorded.steps[0]?.call.input).toMatchObject({ url: '/coupons?page=2' });
});

test.each(['sk-proj-Zq8fJ2mN5vB1xC7kL0pR3tY6wE9aS4dG', 'bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1'])(
  'a credential in the path is in no trace: %s',
  async (secret) => {
    const recorded = await record(ask(`/x/${secret}/send`), null, { redactor: createProjectRedactor({ key: new Uint8Array(32) }) });
    expect(recorded.steps[0]?.call.name).toBe('GET api.example.com/x/{id}/send');
    expect(JSON.stringify(recorded)).not.toContain(secret.slice(-20));
  },
);

test('a body that is compressed is recorded as what it says, without its secrets', async () => {
  const secret = 'sk-proj-Zq8fJ2mN5vB1xC7kL0pR3tY6wE9aS4dG';
  const said = { model: 'gpt', messages: [{ role: 'user', content: `My key is ${secret}` }] };
  const agent = (level: number): (() => Promise<unknown>) =>
    ask('/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(said), { level }),
    });
  const redactor = createProjectRedactor({ key: new Uint8Array(32) });
  const recorded = await record(agent(9), null, { redactor });
  expect(recorded.steps[0]?.call).toMatchObject({ kind: 'model', name: 'gpt', input: { body: { messages: [{ role: 'user' }] } } });
  expect((await replayOf(recorded, agent(1), { redactor })).stop).toBeNull();
});
