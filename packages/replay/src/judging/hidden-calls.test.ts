import { model, record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import { describe, expect, test } from 'vitest';
import { check } from '../check.ts';
import type { Claim } from '../claim/claim.ts';
import { formatVerdict } from '../report/format-verdict.ts';
import { waysOn } from '../report/ways-on.ts';
import type { Agent, TestCase } from '../test-case.ts';
import type { Verdict } from './verdict.ts';

const mail = tool('mail', async (to: string) => `sent to ${to}`, { effect: true });
const notify = tool('notify', async (user: string) => mail(`${user}@example.test`));
const search = tool('search', async (query: string) => query.length);
const research = tool('research', async (topic: string) => (await search(topic)) + (await search(`${topic} again`)));
const ask = model('gpt', async (prompt: string) => prompt.length);
const assist = tool('assist', async (prompt: string) => ask(prompt));

async function verdict(recorded: Agent, claim: Claim, more: Partial<TestCase> & { agent?: Agent } = {}): Promise<Verdict> {
  const traces = traceFile(await record(recorded, null));
  return (await check({ traces, agent: recorded, claim, ...more })).verdict;
}
const word = (of: Verdict): string => (of.kind === 'inconclusive' ? of.reason : of.kind);
const live = { policies: { tools: { notify: 'live' } } } as const;

describe('a claim about calls inside a body that does not run', () => {
  const agent: Agent = async () => notify('ann');

  test.each([
    ['never', { calls: [{ never: 'mail' }] }, 'fail'],
    ['once', { calls: [{ tool: 'mail', times: 1 }] }, 'pass'],
    ['with other arguments', { calls: [{ tool: 'mail', with: 'bob@example.test', only: true }] }, 'fail'],
    ['in another order', { calls: [{ order: ['mail', 'notify'] }] }, 'fail'],
    ['in the right order', { calls: [{ order: ['notify', 'mail'] }] }, 'pass'],
    ['the same in all calls', { calls: [{ same: '', of: 'mail' }] }, 'pass'],
    ['at most one call in all', { calls: [{ atMost: 1 }] }, 'fail'],
    ['at most two calls in all', { calls: [{ atMost: 2 }] }, 'pass'],
  ] as const)('%s: nobody can tell, and where the body runs it is judged', async (_, claim, whereItRuns) => {
    const whole = await verdict(agent, claim);
    expect(word(whole)).toBe('atMost' in claim.calls[0] && whereItRuns === 'pass' ? 'pass' : 'diverged');
    expect(word(await verdict(agent, claim, live))).toBe(whereItRuns);
  });

  test('the message names the call, and the way on works', async () => {
    const whole = await verdict(agent, { calls: [{ never: 'mail' }] });
    if (whole.kind !== 'inconclusive') throw new Error('it should be inconclusive');
    expect(formatVerdict(whole)).toContain('tool notify whose body does not run');
    expect(waysOn(whole, { file: 't.sftrace', agent: 'a.ts#a' })[0]).toContain('--policy notify=live');
  });

  test('what the claim says of the rest is judged all the same', async () => {
    expect(word(await verdict(agent, { returns: 'nothing', calls: [{ never: 'mail' }] }))).toBe('fail');
    expect(word(await verdict(agent, { calls: [{ tool: 'notify', with: 'ann', times: 1 }] }))).toBe('pass');
  });

  test('what the calls that are seen break alone is a fail', async () => {
    const both: Agent = async () => [await notify('ann'), await mail('spam')];
    expect(word(await verdict(both, { calls: [{ never: 'mail' }] }))).toBe('fail');
    expect(word(await verdict(both, { calls: [{ tool: 'mail', times: 1 }] }))).toBe('diverged');
  });

  test('calls of reads are hidden too', async () => {
    expect(word(await verdict(() => research('otters'), { calls: [{ tool: 'search', times: { atMost: 1 } }] }))).toBe('diverged');
  });

  test('requests are hidden too', async () => {
    const asking: Agent = async () => assist('sk-1');
    const never: Claim = { requests: [{ model: 'gpt', messages: [{ contains: 'sk-' }], never: true }] };
    expect(word(await verdict(asking, never))).toBe('diverged');
    expect(word(await verdict(asking, { requests: [{ never: true }] }))).toBe('diverged');
    expect(word(await verdict(asking, { requests: [{ model: 'claude', never: true }] }))).toBe('pass');
    const both: Agent = async () => [await assist('hi'), await ask('sk-2')];
    expect(word(await verdict(both, never))).toBe('fail');
  });

  test('code that does not call the outer tool hides nothing', async () => {
    const plain: Agent = async () => 'done';
    expect(word(await verdict(agent, { calls: [{ never: 'mail' }] }, { agent: plain }))).toBe('pass');
  });
});
