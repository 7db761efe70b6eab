import { createProjectRedactor, model, record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { check } from './check.ts';
import { replay } from './replay.ts';
import type { Agent } from './test-case.ts';

const key = new Uint8Array(32).fill(7);
const redactor = createProjectRedactor({ key, env: {} });
// Made up, and put together here so that no scanner takes this file for a leak.
const secret = ['sk', 'proj', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6'].join('-');

const bodies: unknown[] = [];
const ask = model('gpt', async (prompt: string) => `seen: ${prompt}`);
const search = tool('search', async (query: string) => {
  bodies.push(query);
  return `found for ${query}`;
});

const agent: Agent = async (ticket: string) => ask(await search(`ticket: ${ticket}`));
const recorded = async () => traceFile(await record(agent, `my key is ${secret}`, { redactor }));

test('a replay needs no key: the agent is given pseudonyms, and they come back as themselves', async () => {
  const file = await recorded();
  expect(JSON.stringify(file)).not.toContain(secret);
  bodies.length = 0;
  const { trace: actual, stop } = await replay(file, agent);
  expect(stop).toBeNull();
  expect(actual.outcome).toEqual(file.trunk.outcome);
  expect(bodies).toEqual([]);
});

test('a secret in the source of the agent is unseen without the key, and the miss says so', async () => {
  const file = await recorded();
  const own: Agent = async () => search(`ticket: my key is ${secret}`);
  expect((await replay(file, own)).stop).toMatchObject({ reason: 'diverged', divergence: { unknownSecret: '' } });
  expect((await replay(file, own, { redactor })).stop).toBeNull();
});

test('a claim that speaks of a secret is compared redacted', async () => {
  const file = await recorded();
  const own: Agent = () => ({ key: secret });
  expect((await check({ traces: file, agent: own, claim: { returns: { key: secret } } })).verdict).toEqual({ kind: 'pass' });
  expect((await check({ traces: file, agent: own, claim: { returns: { key: `${secret}x` } } })).verdict).toMatchObject({ kind: 'fail' });
});
