import type { TraceDifference } from '@stepfork/trace';
import pc from 'picocolors';
import { expect, it } from 'vitest';
import { renderDifferences } from './differences.ts';

const style = pc.createColors(false);
const render = (...differences: readonly TraceDifference[]): string =>
  renderDifferences({ expected: 'a.sftrace', actual: 'fork 1', differences }, style, 100);
const call = { kind: 'tool', name: 'look_up' } as const;
const returned = { kind: 'returned', value: { tier: 'gold' } };

it.each<[string, TraceDifference, readonly string[]]>([
  [
    'a call that one run only has, with its answer',
    {
      kind: 'call-added',
      actual: 3,
      call,
      changes: [{ path: '/steps/3', kind: 'added', actual: { call: { ...call, input: { id: 1 }, effect: false }, outcome: returned } }],
      followUps: [],
    },
    ['step 3 look_up: only in fork 1', '  {"id":1} → {"tier":"gold"}'],
  ],
  [
    'a model that one run only asks, by what was said',
    {
      kind: 'call-removed',
      expected: 2,
      call: { kind: 'model', name: 'm' },
      changes: [
        {
          path: '/steps/2',
          kind: 'removed',
          expected: {
            call: {
              kind: 'model',
              name: 'm',
              input: { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Where?' }] }] },
              effect: false,
            },
            outcome: {
              kind: 'streamed',
              chunks: [{ value: { type: 'tool-call', toolCallId: 'c1', toolName: 'look_up', input: '{"id":1}' } }],
              end: { kind: 'done' },
            },
          },
        },
      ],
      followUps: [],
    },
    ['step 2 m: only in a.sftrace', '  user: Where? → look_up {"id":1}'],
  ],
  [
    'a call at another place',
    { kind: 'call-moved', expected: 1, actual: 4, call, changes: [], followUps: [] },
    ['step 1 → 4 look_up: the same call at another place'],
  ],
  [
    'an outcome of another kind',
    {
      kind: 'outcome-changed',
      expected: 1,
      actual: 1,
      call,
      changes: [
        {
          path: '/steps/1/outcome',
          kind: 'changed',
          expected: returned,
          actual: { kind: 'threw', error: { $: 'error', class: 'TypeError', name: 'TypeError', message: 'no order', fields: {} } },
        },
      ],
      followUps: [],
    },
    ['step 1 look_up: answered otherwise', '  /outcome: {"tier":"gold"} → threw TypeError: no order'],
  ],
  [
    'long texts from shortly before they part',
    {
      kind: 'call-changed',
      expected: 0,
      actual: 1,
      call,
      changes: [{ path: '/steps/0/call/input', kind: 'changed', expected: `${'x'.repeat(90)} Mira`, actual: `${'x'.repeat(90)} Vera` }],
      followUps: [],
    },
    ['step 0 → 1 look_up: asked otherwise', '  /call/input: …"xxxxxxxxx Mira" → …"xxxxxxxxx Vera"'],
  ],
  [
    'a value that is on one side only',
    { kind: 'run-input-changed', changes: [{ path: '/run/input/b', kind: 'added', actual: 2 }], followUps: [] },
    ['the input of the run: another input', '  /run/input/b: (none) → 2'],
  ],
])('shows %s', (_, difference, lines) => {
  expect(render(difference).split('\n').slice(1)).toEqual(lines);
});

it('says that there is no difference', () => {
  expect(render()).toBe('a.sftrace → fork 1: no difference');
});

it('names where the runs part, and caps what is long', () => {
  const followUp: TraceDifference = {
    kind: 'outcome-changed',
    expected: 2,
    actual: 2,
    call,
    changes: [1, 2].map((at) => ({ path: `/steps/2/outcome/value/${at}`, kind: 'removed', expected: at })),
    followUps: [],
  };
  const difference: TraceDifference = { ...followUp, expected: 1, actual: 1, followUps: Array.from({ length: 9 }, () => followUp) };
  const lines = render(...Array.from({ length: 25 }, () => difference)).split('\n');
  expect(lines[0]).toBe('a.sftrace → fork 1: they part at step 1 look_up; 25 differences, 225 follow-ups');
  expect(lines[4]).toBe('  ↳ step 2 look_up: answered otherwise at /outcome/value/1 and 1 more place');
  expect(lines[10]).toBe('  and 3 more (--json has all)');
  expect(lines.at(-1)).toBe('and 5 more (--json has all)');
});

it('never lets a trace speak to the terminal', () => {
  const text = render({
    kind: 'call-changed',
    expected: 0,
    actual: 0,
    call: { kind: 'tool', name: '\u001b[2J' },
    changes: [{ path: '/steps/0/call/input/\u009b31m', kind: 'changed', expected: '\u202e', actual: '\u001b[2J' }],
    followUps: [],
  });
  for (const character of ['\u001b', '\u009b', '\u202e']) expect(text).not.toContain(character);
});
