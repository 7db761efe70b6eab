import type { Prompt } from '@stepfork/replay/recorded';
import { expect, it } from 'vitest';
import { type Now, stalenessOf } from '../staleness/staleness.ts';
import { styleFor } from '../terminal/style.ts';
import { renderStaleness } from './staleness.ts';

const day = 86_400_000;
const startedAt = '2026-11-18T09:00:00.000Z';
const style = styleFor({});

function rendered(versions: Readonly<Record<string, string>>, now: Partial<Now> = {}): string {
  const run = { id: 'r', agent: null, input: null, startedAt, git: null, policies: {}, redaction: null, versions };
  return renderStaleness(stalenessOf({ run, steps: [] }, { atMs: Date.parse(startedAt), versions: {}, code: null, ...now }), style);
}

it.each([
  [0, 'today'],
  [day - 1, 'today'],
  [day, '1 day ago'],
  [12.5 * day, '12 days ago'],
  // Clocks of two machines differ.
  [-day, 'today'],
])('says how old it is: %d ms', (age, said) => {
  expect(rendered({}, { atMs: Date.parse(startedAt) + age })).toContain(`recorded ${said}, ${startedAt}`);
});

it('marks versions that have changed or are gone, and not those that an older recording does not note', () => {
  const lines = rendered(
    { node: '20.20.2', ai: '6.0.325', gone: '1.0.0' },
    { versions: { node: '20.20.2', ai: '7.0.173', openai: '7.59.0' } },
  );
  expect(lines.split('\n').slice(2)).toEqual([
    'node    20.20.2    20.20.2',
    'ai      6.0.325    7.0.173    changed',
    'gone    1.0.0      not found  changed',
    'openai  not noted  7.59.0',
  ]);
});

it('does not mark a prompt that only the body of a tool sends, which is not run', () => {
  const prompt: Prompt = { model: 'inner', instructions: null, tools: null, toolNames: [], calls: 1, nested: true };
  const pairs = [prompt, { ...prompt, model: 'outer', nested: false }].map((recorded) => ({ recorded, now: null }));
  const text = renderStaleness(
    { recordedAt: startedAt, ageDays: 0, versions: [], prompts: pairs, code: { kind: 'asked', cutShort: null } },
    style,
  );
  expect(text).toMatch(/model +inner, 1 call +inside a tool, which was not run\n/);
  expect(text).toMatch(/model +outer, 1 call +not asked +changed\n/);
});

it('marks no prompt where nothing is known of the code, and says why', () => {
  const recorded: Prompt = { model: 'gpt', instructions: null, tools: null, toolNames: [], calls: 1, nested: false };
  const text = renderStaleness(
    { recordedAt: startedAt, ageDays: 0, versions: [], prompts: [{ recorded, now: null }], code: { kind: 'unknown', why: 'refused' } },
    style,
  );
  expect(text).not.toContain('changed');
  expect(text).toContain('what the code asks now is not known: refused');
});

it('shows what a stranger wrote and does not obey it', () => {
  expect(rendered({ 'a\u001b[2J': '1\u001b[2J' })).toContain('a\\u001b[2J');
});
