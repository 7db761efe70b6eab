import type { Receipt, Replay } from '@stepfork/replay';
import pc from 'picocolors';
import { expect, it } from 'vitest';
import { renderReplay } from './verdict.ts';

const receipt: Receipt = {
  recording: { place: 0, run: 'a' },
  entries: [],
  unused: [],
  ignored: {},
  mintedIds: 0,
  bodiesRun: 0,
  ambient: { controlled: [], faked: [], uncontrolled: [], drawn: [] },
};
const rendered = (part: Partial<Receipt>): string => {
  const trace = { steps: [], outcome: { kind: 'returned', value: null } };
  return renderReplay({ trace, receipt: { ...receipt, ...part } } as unknown as Replay, pc.createColors(false));
};

it.each<[string, Partial<Receipt>, string]>([
  ['what was left out when inputs were compared', { ignored: { 'tool:search /at': 2 } }, 'tool:search /at ×2'],
  ['one id that was compared by who minted it', { mintedIds: 1 }, '1 id of live answers compared by the answer that minted them'],
  ['several of them', { mintedIds: 3 }, '3 ids of live answers compared by the answer that minted them'],
])('a replay says %s', (_, part, line) => {
  expect(rendered(part)).toContain(line);
  expect(rendered({})).not.toContain('compared');
});
