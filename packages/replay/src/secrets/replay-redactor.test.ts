import { createProjectRedactor, model, record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { check } from '../check.ts';
import type { Claim } from '../claim/claim.ts';
import { replay } from '../replay.ts';
import type { Agent } from '../test-case.ts';

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

test('a claim that speaks of a secret is compared redacted, where the key is at hand', async () => {
  const file = await recorded();
  const own: Agent = (ticket: string) => ({ key: ticket.slice('my key is '.length) });
  const verdictOn = async (key: string) => (await check({ traces: file, agent: own, claim: { returns: { key } } }, { redactor })).verdict;
  expect(await verdictOn(secret)).toEqual({ kind: 'pass' });
  expect(await verdictOn(`${secret}x`)).toMatchObject({ kind: 'fail' });
});

test('a secret in a claim can equal nothing without the key, so it is refused before the agent runs; a pseudonym is not', async () => {
  const file = await recorded();
  let runs = 0;
  const own: Agent = (ticket: string) => {
    runs += 1;
    return { key: ticket.slice('my key is '.length) };
  };
  for (const claim of [{ returns: { key: secret } }, { calls: [{ tool: 'search', with: secret, times: 0 }] }]) {
    await expect(check({ traces: file, agent: own, claim })).rejects.toThrow(/the claim holds a secret at \//);
  }
  expect(runs).toBe(0);
  const pseudonym = String(file.trunk.run.input).slice('my key is '.length);
  expect((await check({ traces: file, agent: own, claim: { returns: { key: pseudonym } } })).verdict).toEqual({ kind: 'pass' });
});

test('a fail that compares a secret of which nobody knows the pseudonym is none, and one that does not stays', async () => {
  const file = await recorded();
  const pseudonym = /sk-proj-\w+/.exec(JSON.stringify(file.trunk.run.input))?.[0] ?? '';
  const mail = tool('mail', async (_: object) => null, { effect: true });
  const own: Agent = async () => {
    await mail({ text: `the key ${secret}`, cents: 49 });
    return { key: secret, cents: 49 };
  };
  const verdict = async (claim: Claim, given?: { redactor: typeof redactor }) =>
    (await check({ traces: file, agent: own, claim }, given)).verdict;
  const claims: readonly Claim[] = [{ returns: { key: pseudonym } }, { calls: [{ tool: 'mail', with: { text: `the key ${pseudonym}` } }] }];
  for (const claim of claims) {
    expect(await verdict(claim)).toMatchObject({ kind: 'inconclusive', reason: 'opaque', isSecret: true });
    expect(await verdict(claim, { redactor })).toEqual({ kind: 'pass' });
  }
  expect(await verdict({ returns: { cents: 4999 } })).toMatchObject({ kind: 'fail' });
});
