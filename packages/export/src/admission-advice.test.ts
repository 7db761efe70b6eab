import type { Check, Divergence, Inconclusive } from '@stepfork/replay';
import { expect, test } from 'vitest';
import { admissionAdvice } from './admission-advice.ts';

const diverged = (kind: 'tool' | 'model', name: string, why: Divergence['why'] = 'never-recorded'): Inconclusive => ({
  kind: 'inconclusive',
  reason: 'diverged',
  divergence: { step: 3, kind, name, input: null, effect: false, why, nearest: null, unknownSecret: null },
});

test.each<[Inconclusive, string]>([
  [diverged('tool', 'charge'), 'its step 3 asks tool charge what the recording cannot answer: sink charge if it is a side effect, else'],
  [diverged('model', 'gpt'), 'its step 3 asks model gpt what the recording cannot answer: export from a recorded run of the fixed code'],
  [
    diverged('tool', 'lookup', 'other-effects-before'),
    'its step 3 asks tool lookup what the recording cannot answer: declare lookup stable if no effect changes what it reads, else export',
  ],
  [
    diverged('tool', 'lookup', 'used-up'),
    'its step 3 asks tool lookup what the recording cannot answer: export from a recorded run of the fixed',
  ],
  [
    { kind: 'inconclusive', reason: 'borrowed', hanging: [{ step: 1, tool: 'charge', appearsIn: [] }], would: 'pass' },
    'its verdict hangs on an answer of charge that nobody gave: declare that answer',
  ],
  [
    { kind: 'inconclusive', reason: 'borrowed', hanging: [{ step: 1, tool: 'place', appearsIn: [], inside: 'tool' }], would: 'pass' },
    'its verdict hangs on an answer of place that nobody gave: let the body run that was told a borrowed answer (tool:place=live)',
  ],
  [
    { kind: 'inconclusive', reason: 'opaque', step: 1, name: 'charge', path: '/run', type: 'function' },
    'the recorded answer of charge holds a function that could not be recorded: let it return plain data',
  ],
  [
    { kind: 'inconclusive', reason: 'opaque', step: null, name: 'the input of the agent', path: '/run', type: 'function' },
    'the input of the agent holds a function that could not be recorded: give it plain data',
  ],
  [{ kind: 'inconclusive', reason: 'timed-out', timeoutMs: 50, waitingFor: [] }, 'it did not end within 50 ms: see what it waits for'],
  [{ kind: 'inconclusive', reason: 'over-budget', maxCalls: 9 }, 'it made more than 9 calls: see whether it loops'],
  [
    { kind: 'inconclusive', reason: 'over-budget', maxCalls: 9, reused: { kind: 'tool', name: 'next_page', times: 8 } },
    'it made more than 9 calls, 8 of them to ask tool next_page more often than recorded: see whether it waits for another answer of next_page, and add a recorded run of the fixed code then',
  ],
  [
    { kind: 'inconclusive', reason: 'not-deterministic', first: '', second: '' },
    'two replays of it differ: remove what one run leaves behind',
  ],
])('an inconclusive side says why and what to do: %j', (verdict, sentence) => {
  expect(admissionAdvice('unproven', { verdict } as Check, null, 'violates-claim')).toContain(
    `Nothing is proved, because the buggy code is inconclusive, as ${sentence}`,
  );
});

test('where a run of the fixed code was recorded already, the other one is asked for', () => {
  const buggy = { verdict: diverged('model', 'gpt') } as Check;
  expect(admissionAdvice('unproven', buggy, null, 'satisfies-claim')).toContain('export from a recorded run of the buggy code');
});
