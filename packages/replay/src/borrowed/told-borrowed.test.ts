import { model, tool } from '@stepfork/interceptor';
import { effectStep, traceFile, trace as traceOf } from '@stepfork/testkit';
import { readTrace, type TraceFile, writeTrace } from '@stepfork/trace';
import { beforeEach, describe, expect, it } from 'vitest';
import { check } from '../check.ts';
import type { Claim } from '../claim/claim.ts';
import { type ForkOptions, forkOnDemand } from '../forks/fork-on-demand.ts';
import { waysOn } from '../report/ways-on.ts';
import type { Agent } from '../test-case.ts';

const ran: string[] = [];
type Paid = { readonly id: string } | null;
const pay = tool(
  'pay',
  async (_: { cents: number }): Promise<Paid> => {
    ran.push('pay');
    return null;
  },
  { effect: true },
);
/** A read to all who look at it from outside; inside it asks for an effect. */
const place = tool('place', async ({ cents }: { cents: number }) => {
  ran.push('place');
  return { order: (await pay({ cents }))?.id ?? 'none' };
});
const ask = model('gpt', async ({ prompt }: { prompt: string }) => `answer to ${prompt}`);

const trunk = traceFile(traceOf(effectStep('pay', { cents: 49 }, { id: 'p1' })));
const agent: Agent = () => place({ cents: 4999 });

beforeEach(() => {
  ran.length = 0;
});

async function forked(file: TraceFile, of: Agent, options: ForkOptions): Promise<TraceFile> {
  const made = await forkOnDemand(file, of, options);
  if (made.kind !== 'forked') throw new Error(`no fork was made: ${made.kind}`);
  return readTrace(await writeTrace(traceFile(file.trunk, ...file.forks, made.fork), 'text'));
}

describe('a body that ran for a fork and was told a borrowed answer', () => {
  it.each<readonly [string, Claim]>([
    ['pass', { returns: { order: 'p1' } }],
    ['fail', { returns: { order: 'p2' } }],
  ])('gave an answer on which no verdict may hang: %s', async (would, claim) => {
    const traces = await forked(trunk, agent, { live: ['place'] });
    const { verdict } = await check({ traces, agent, claim });
    expect(verdict).toMatchObject({ reason: 'borrowed', would, hanging: [{ tool: 'place', inside: 'tool' }] });
    expect(ran).toEqual(['place']);
    if (verdict.kind === 'inconclusive') {
      expect(waysOn(verdict, { file: 'x.case.json', agent: 'a.ts' }).join()).toContain(
        'stepfork replay x.case.json --agent a.ts --policy place=live',
      );
    }
  });

  it('keeps a verdict that does not look at it', async () => {
    const traces = await forked(trunk, agent, { live: ['place'] });
    expect((await check({ traces, agent, claim: { calls: [{ tool: 'place', times: 1 }] } })).verdict).toEqual({ kind: 'pass' });
  });

  it('is one still in a fork of that fork, with its body run or not', async () => {
    const more: Agent = async () => [await place({ cents: 4999 }), await ask({ prompt: 'hi' })];
    const traces = await forked(await forked(trunk, agent, { live: ['place'] }), more, { live: ['model:*'] });
    const claim: Claim = { returns: [{ order: 'p1' }, 'answer to hi'] };
    expect((await check({ traces, agent: more, claim })).verdict).toMatchObject({ reason: 'borrowed', hanging: [{ tool: 'place' }] });
    const live = { tools: { place: 'live' } } as const;
    expect((await check({ traces, agent: more, claim, policies: live })).verdict).toMatchObject({ hanging: [{ tool: 'pay' }] });
    const approved: Claim = { ...claim, calls: [{ tool: 'pay', with: { cents: 4999 } }] };
    expect((await check({ traces, agent: more, claim: approved, policies: live })).verdict).toEqual({ kind: 'pass' });
  });
});
