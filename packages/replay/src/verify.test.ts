import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tool } from '@stepfork/interceptor';
import { effectStep, returns, step, trace, traceFile } from '@stepfork/testkit';
import { writeTraceFile } from '@stepfork/trace/file';
import { afterAll, expect, test } from 'vitest';
import { FailedError } from './errors/failed-error.ts';
import { InconclusiveError } from './errors/inconclusive-error.ts';
import type { Agent } from './test-case.ts';
import { verify } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'stepfork-'));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(join(folder, 'package.json'), '{}');
const path = join(folder, 'refund.sftrace.jsonl');
const recording = traceFile(
  trace(step('lookup', 7, { cents: 4999 }), effectStep('refund', { cents: 49, to: 'ann' }, { id: 'rf_1' }), returns({ refunded: 49 })),
);
await writeTraceFile(path, recording);
const traces = pathToFileURL(path);
const kept = join(folder, '.stepfork/last/refund.sftrace');

const lookup = tool('lookup', async (_: number): Promise<{ cents: number }> => ({ cents: 0 }));
const refund = tool('refund', async (_: object): Promise<{ id: string } | null> => null, { effect: true });
const agentThat =
  (amountOf: (cents: number) => number): Agent =>
  async () => {
    const { cents } = await lookup(7);
    await refund({ cents: amountOf(cents), to: 'ann' });
    return { refunded: amountOf(cents) };
  };
const claim = { returns: { refunded: 4999 }, calls: [{ tool: 'refund', with: { cents: 4999 }, times: 1 }] };

async function thrown(agent: Agent, more: object = {}): Promise<unknown> {
  return verify({ traces, agent, claim, ...more }).catch((error: unknown) => error);
}

test('a claim that holds gives the replay', async () => {
  const { trace: actual, receipt } = await verify({ traces, agent: agentThat((cents) => cents), claim });
  expect(actual.outcome).toEqual({ kind: 'returned', value: { refunded: 4999 } });
  expect(receipt.entries.map(({ how }) => how)).toEqual(['exact', 'borrowed']);
});

test('a claim that does not hold throws what was expected and what came, for the diff of the runner', async () => {
  const error = await thrown(agentThat((cents) => Math.floor(cents / 100)));
  expect(FailedError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ name: 'FailedError', code: 'STEPFORK_FAILED', expected: { cents: 4999 }, actual: { cents: 49 } });
  expect((error as FailedError).findings).toHaveLength(2);
  expect((error as FailedError).message).toBe(
    `fail: refund was called with /cents 49, claimed 4999 (step 1)\n  also: returned 49 at /refunded, claimed 4999\nLook at what was recorded: npx stepfork inspect ${path}\nSee where this run left the recording: npx stepfork diff ${path} ${kept}`,
  );
});

test('a replay that cannot tell throws an InconclusiveError with the ways on and the command to type', async () => {
  const agent: Agent = async () => (await lookup(8)).cents;
  const error = await thrown(agent, { policies: { tools: { refund: 'frozen' } } });
  expect(InconclusiveError.isInstance(error)).toBe(true);
  expect(error).toMatchObject({ name: 'InconclusiveError', code: 'STEPFORK_INCONCLUSIVE', verdict: { reason: 'diverged' } });
  expect((error as Error).message.split('\n')).toEqual([
    'inconclusive (diverged): step 0 asks tool lookup something that was not recorded',
    '  nearest: recorded step 0, which differs at',
    '    the whole input: recorded 7, asked 8',
    expect.stringMatching(/^ {2}at agent \(.*verify\.test\.ts:\d+:\d+\)$/),
    expect.stringContaining(`See where this run left the recording: npx stepfork diff ${path} ${join(folder, '.stepfork/last/refund')}`),
    'Ways on:',
    `- if lookup is a side effect: npx stepfork replay ${path} --agent src/agent.ts#runAgent --policy refund=frozen --policy lookup=sink`,
    `- if it computes its answer without the world: npx stepfork replay ${path} --agent src/agent.ts#runAgent --policy refund=frozen --policy lookup=live`,
    `- record what it answers now, and what models then say, the rest from the recording: npx stepfork fork ${path} --agent src/agent.ts#runAgent --policy refund=frozen --live lookup --live 'model:*'`,
    `- record the corrected code where its effects are allowed, and add that run: npx stepfork record --as-of ${path} --agent src/agent.ts#runAgent --output fixed.sftrace && npx stepfork fork ${path} --from fixed.sftrace`,
  ]);
});

test('a verdict that hangs on a borrowed answer names the command that declares it', async () => {
  const agent: Agent = async () => ({ refunded: (await refund({ cents: 4999, to: 'bob' }))?.id === 'rf_1' ? 4999 : 0 });
  const error = await thrown(agent);
  expect(
    (error as Error).message
      .split('\n')
      .filter((line) => !line.startsWith('See '))
      .slice(0, 4),
  ).toEqual([
    'inconclusive (borrowed): it would pass, but that hangs on an answer that nobody gave',
    '  borrowed answer of step 0 (refund) appears nowhere by itself',
    'Ways on:',
    `- declare what refund would have answered: npx stepfork replay ${path} --agent src/agent.ts#runAgent --answer refund=refund.json`,
  ]);
});

test('nothing of the user is lost if the set-up is wrong', async () => {
  expect(
    await thrown(
      agentThat((cents) => cents),
      { policies: { tools: { refnud: 'sink' } } },
    ),
  ).toMatchObject({ name: 'ConfigurationError', hint: 'Did you mean refund?' });
  expect(
    await verify({ traces: new URL('nowhere.sftrace', traces), agent: () => 1, claim }).catch((error: unknown) => error),
  ).toMatchObject({ code: expect.stringMatching(/^STEPFORK_/) });
});
