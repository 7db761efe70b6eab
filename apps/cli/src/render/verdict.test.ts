import { observedTool, record } from '@stepfork/interceptor';
import type { Receipt, Replay } from '@stepfork/replay';
import { head, input, returns, type TracePart, trace, traceFile } from '@stepfork/testkit';
import pc from 'picocolors';
import { expect, it } from 'vitest';
import { renderReplay, renderUnjudged } from './verdict.ts';

const receipt: Receipt = {
  recording: { place: 0, run: 'a' },
  entries: [],
  unused: [],
  ignored: {},
  mintedIds: 0,
  bodiesRun: 0,
  ambient: { controlled: [], faked: [], uncontrolled: [], drawn: [] },
};
const rendered = (part: Partial<Receipt>, parts: readonly TracePart[] = []): string =>
  renderReplay(
    { trace: trace(...parts), receipt: { ...receipt, ...part } } as unknown as Replay,
    pc.createColors(false),
    traceFile(trace(returns({ cents: 49 }))),
  );

it.each<[string, Partial<Receipt>, string]>([
  ['what was left out when inputs were compared', { ignored: { 'tool:search /at': 2 } }, 'tool:search /at ×2'],
  ['one id that was compared by who minted it', { mintedIds: 1 }, '1 id of live answers compared by the answer that minted them'],
  ['several of them', { mintedIds: 3 }, '3 ids of live answers compared by the answer that minted them'],
])('a replay says %s', (_, part, line) => {
  expect(rendered(part)).toContain(line);
  expect(rendered({})).not.toContain('compared');
});

it('without a claim it is said what ran live beside what the recording answered', () => {
  const [exact, live] = (['exact', 'live'] as const).map((how) => ({ how }) as Receipt['entries'][number]);
  const said = (...entries: readonly unknown[]): string =>
    renderUnjudged({ ...receipt, entries: entries as Receipt['entries'] }, pc.createColors(false));
  expect(said()).toBe('replayed: the recording answered every call');
  expect(said(exact)).toBe('replayed: the recording answered every call');
  expect(said(exact, live, live)).toBe('replayed: the recording answered every call, but for 2 that ran live');
  expect(said(live)).toBe('replayed: every call ran live');
  expect(rendered({ bodiesRun: 1 })).toContain('; 1 body ran');
});

it('that no body ran is not said of tools whose bodies nobody sees', async () => {
  const observed = await record(() => observedTool('pay', { cents: 49 }, async () => 'paid'), null);
  const said = renderReplay({ trace: observed, receipt } as unknown as Replay, pc.createColors(false), traceFile(observed));
  expect(said).toContain('; no body ran, but for those of what is only observed: pay');
  expect(rendered({})).toMatch(/; no body ran$/m);
});

it('a replay that ends otherwise than its recording says how that ended', () => {
  expect(rendered({}, [returns({ cents: 4999 })])).toContain('returned {"cents":4999}\nin the recording the agent returned {"cents":49}');
  expect(rendered({}, [returns({ cents: 49 })])).not.toContain('in the recording');
});

it('of a program it is said what it printed, and with which code it ended', () => {
  const program = [head({ agent: null }), input({ command: ['node', 'a.mjs'], argv: [] }), returns({ stdout: 'paid\n', exitCode: 1 })];
  expect(rendered({}, program)).toContain('the program printed "paid\\n" and ended with exit code 1');
});
