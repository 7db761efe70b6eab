import { describe, expect, it, test } from 'vitest';
import type { Divergence } from '../judging/divergence.ts';
import type { Verdict } from '../judging/verdict.ts';
import { formatDivergence } from '../report/format-divergence.ts';
import { formatVerdict } from '../report/format-verdict.ts';
import { waysOn } from '../report/ways-on.ts';

const divergence: Divergence = {
  step: 4,
  kind: 'tool',
  name: 'refund',
  input: { cents: 49 },
  effect: false,
  why: 'other-input',
  nearest: { step: 3, differences: [{ path: '/cents', kind: 'changed', expected: 4999, actual: 49 }] },
  unknownSecret: null,
};
const context = { file: 'a folder/refund.sftrace', agent: './src/agent.ts#run' };

describe('a divergence is told with the nearest step and what differs', () => {
  it.each<readonly [string, Partial<Divergence>, readonly string[]]>([
    [
      'one field',
      {},
      [
        'step 4 asks tool refund something that was not recorded',
        '  nearest: recorded step 3, which differs at',
        '    /cents: recorded 4999, asked 49',
      ],
    ],
    [
      'a new and a lost field',
      {
        nearest: {
          step: 3,
          differences: [
            { path: '/a', kind: 'added', actual: 1 },
            { path: '/b', kind: 'removed', expected: 2 },
          ],
        },
      },
      [
        'step 4 asks tool refund something that was not recorded',
        '  nearest: recorded step 3, which differs at',
        '    /a: not recorded, asked 1',
        '    /b: recorded 2, not asked',
      ],
    ],
    [
      'many fields',
      { nearest: { step: 3, differences: Array.from({ length: 5 }, (_, n) => ({ path: `/${n}`, kind: 'added', actual: n }) as const) } },
      [
        'step 4 asks tool refund something that was not recorded',
        '  nearest: recorded step 3, which differs at',
        '    /0: not recorded, asked 0',
        '    /1: not recorded, asked 1',
        '    /2: not recorded, asked 2',
        '    and 2 more',
      ],
    ],
    [
      'already used',
      { why: 'used-up', nearest: { step: 3, differences: [] } },
      [
        'step 4 asks tool refund more often than was recorded, and another answer may have come',
        '  nearest: recorded step 3, already used',
      ],
    ],
    [
      'other effects',
      { why: 'other-effects-before', nearest: { step: 3, differences: [] } },
      [
        'step 4 asks tool refund after other effects than in the recording, so that the recorded answer may no longer be true',
        '  nearest: recorded step 3, with the same input',
      ],
    ],
    [
      'nothing of that name',
      { why: 'never-recorded', nearest: null },
      ['step 4 asks tool refund something, but nothing of that name was recorded', '  asked with {"cents":49}'],
    ],
    [
      'a secret',
      { why: 'never-recorded', nearest: null, unknownSecret: '/key' },
      [
        'step 4 asks tool refund something, but nothing of that name was recorded',
        '  asked with {"cents":49}',
        "  /key is a secret that did not come from the recording; without the project's redaction key it matches nothing",
      ],
    ],
  ])('%s', (_, change, lines) => {
    expect(formatDivergence({ ...divergence, ...change }).split('\n')).toEqual(lines);
  });

  it('shows long texts from where they part', () => {
    const long = 'x'.repeat(500);
    const differences = [{ path: '/q', kind: 'changed', expected: `${long} one`, actual: `${long} two` }] as const;
    expect(formatDivergence({ ...divergence, nearest: { step: 0, differences } })).toContain(
      `/q: recorded … "${'x'.repeat(19)} one", asked … "${'x'.repeat(19)} two"`,
    );
  });
});

test('every inconclusive verdict says what to do, with commands that can be typed', () => {
  const verdicts: readonly Extract<Verdict, { readonly kind: 'inconclusive' }>[] = [
    { kind: 'inconclusive', reason: 'diverged', divergence },
    { kind: 'inconclusive', reason: 'diverged', divergence: { ...divergence, kind: 'model', name: 'gpt' } },
    {
      kind: 'inconclusive',
      reason: 'diverged',
      divergence: { ...divergence, why: 'other-effects-before', nearest: { step: 3, differences: [] } },
    },
    {
      kind: 'inconclusive',
      reason: 'borrowed',
      would: 'pass',
      hanging: [{ step: 1, tool: 'refund', appearsIn: ['step 2', 'the output'] }],
    },
    { kind: 'inconclusive', reason: 'opaque', step: 1, name: 'rows', path: '/0/fn', type: 'function' },
    { kind: 'inconclusive', reason: 'opaque', step: 1, name: 'gpt', call: 'model', path: '', type: 'Reply' },
    { kind: 'inconclusive', reason: 'opaque', step: 1, name: 'pay', call: 'effect', path: '', type: 'Receipt' },
    { kind: 'inconclusive', reason: 'opaque', step: null, name: 'the input of the agent', path: '/fn', type: 'function' },
    { kind: 'inconclusive', reason: 'timed-out', timeoutMs: 100, waitingFor: ['a', 'b', 'b'] },
    { kind: 'inconclusive', reason: 'over-budget', maxCalls: 5 },
    { kind: 'inconclusive', reason: 'over-budget', maxCalls: 5, reused: { kind: 'tool', name: 'scroll', times: 4 } },
    { kind: 'inconclusive', reason: 'not-deterministic', first: 'pass', second: 'fail' },
  ];
  expect(verdicts.map((verdict) => [formatVerdict(verdict).split('\n')[0], ...waysOn(verdict, context)])).toMatchInlineSnapshot(`
    [
      [
        "inconclusive (diverged): step 4 asks tool refund something that was not recorded",
        "if refund is a side effect: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --policy refund=sink",
        "if it computes its answer without the world: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --policy refund=live",
        "if the field says nothing: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --ignore 'tool:refund /cents'",
        "record what it answers now, the rest from the recording: stepfork fork 'a folder/refund.sftrace' --agent ./src/agent.ts#run --live refund",
        "record the corrected code where its effects are allowed, and add that run: stepfork record --as-of 'a folder/refund.sftrace' --agent ./src/agent.ts#run --output fixed.sftrace && stepfork fork 'a folder/refund.sftrace' --from fixed.sftrace",
      ],
      [
        "inconclusive (diverged): step 4 asks model gpt something that was not recorded",
        "if the field says nothing: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --ignore 'model:gpt /cents'",
        "record what it answers now, the rest from the recording: stepfork fork 'a folder/refund.sftrace' --agent ./src/agent.ts#run --live 'model:*'",
        "record the corrected code where its effects are allowed, and add that run: stepfork record --as-of 'a folder/refund.sftrace' --agent ./src/agent.ts#run --output fixed.sftrace && stepfork fork 'a folder/refund.sftrace' --from fixed.sftrace",
      ],
      [
        "inconclusive (diverged): step 4 asks tool refund after other effects than in the recording, so that the recorded answer may no longer be true",
        "if it computes its answer without the world: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --policy refund=live",
        "if no effect changes what refund reads: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --stable refund",
        "record what it answers now, the rest from the recording: stepfork fork 'a folder/refund.sftrace' --agent ./src/agent.ts#run --live refund",
        "record the corrected code where its effects are allowed, and add that run: stepfork record --as-of 'a folder/refund.sftrace' --agent ./src/agent.ts#run --output fixed.sftrace && stepfork fork 'a folder/refund.sftrace' --from fixed.sftrace",
      ],
      [
        "inconclusive (borrowed): it would pass, but that hangs on an answer that nobody gave",
        "declare what refund would have answered: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --answer refund=refund.json",
        "or claim the call in full, with every argument that is new: { "tool": "refund", "with": { … } }",
      ],
      [
        "inconclusive (opaque): the recorded answer of rows holds a function at /0/fn, which could not be recorded",
        "if rows may run here: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --policy rows=live",
        "or let rows answer plain data and record again: stepfork record --agent ./src/agent.ts#run --input <input.json> --output <new.sftrace>",
      ],
      [
        "inconclusive (opaque): the recorded answer of gpt holds a Reply, which could not be recorded",
        "if gpt may run here: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --policy model:gpt=live",
        "or let gpt answer plain data and record again: stepfork record --agent ./src/agent.ts#run --input <input.json> --output <new.sftrace>",
      ],
      [
        "inconclusive (opaque): the recorded answer of pay holds a Receipt, which could not be recorded",
        "declare what pay answers: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --answer pay=pay.json",
        "or let pay answer plain data and record again: stepfork record --agent ./src/agent.ts#run --input <input.json> --output <new.sftrace>",
      ],
      [
        "inconclusive (opaque): the recorded input of the agent holds a function at /fn, which could not be recorded",
        "give the agent an input that can be recorded (plain data), and record again: stepfork record --agent ./src/agent.ts#run --input <input.json> --output <new.sftrace>",
      ],
      [
        "inconclusive (timed-out): the run did not end within 100 ms; it was waiting for a and b",
        "give the run more time, if it needs it: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --timeout 1000",
        "or record again a run that ends: stepfork record --agent ./src/agent.ts#run --input <input.json> --output <new.sftrace>",
      ],
      [
        "inconclusive (over-budget): the run made more than 5 calls",
        "if so many calls are right: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --max-calls 50",
      ],
      [
        "inconclusive (over-budget): the run made more than 5 calls; 4 of them asked tool scroll more often than was recorded, and got its last answer again",
        "if so many calls are right: stepfork replay 'a folder/refund.sftrace' --agent ./src/agent.ts#run --max-calls 50",
        "if scroll would have answered otherwise, record the corrected code where its effects are allowed, and add that run: stepfork record --as-of 'a folder/refund.sftrace' --agent ./src/agent.ts#run --output fixed.sftrace && stepfork fork 'a folder/refund.sftrace' --from fixed.sftrace",
      ],
      [
        "inconclusive (not-deterministic): two replays of the same code differ: pass, then fail",
        "keep no state from one run of the agent to the next: in its modules, in a file, in a database",
      ],
    ]
  `);
});

test('a fail names the first finding first', () => {
  const findings = ['one', 'two'].map((message) => ({ kind: 'called', message, expected: 1, actual: 2 }) as const);
  expect(formatVerdict({ kind: 'fail', findings })).toBe('fail: one\n  also: two');
  // A line break of the agent's own error would look like the next finding.
  const broken = [{ kind: 'throws', message: 'the agent threw Error: a\n  also: b', expected: undefined, actual: null }] as const;
  expect(formatVerdict({ kind: 'fail', findings: broken })).toBe('fail: the agent threw Error: a\\u000a  also: b');
  expect(formatVerdict({ kind: 'pass' })).toBe('pass: the claim holds');
});

test('a command to type gives no rule twice', () => {
  const flags = ['--policy refund=frozen', '--policy mail=sink', '--timeout 100'];
  const [way = ''] = waysOn({ kind: 'inconclusive', reason: 'diverged', divergence }, { ...context, flags });
  expect(way).toContain('--policy mail=sink --timeout 100 --policy refund=sink');
  expect(way).not.toContain('refund=frozen');
  const [more = ''] = waysOn({ kind: 'inconclusive', reason: 'timed-out', timeoutMs: 100, waitingFor: [] }, { ...context, flags });
  expect(more).toMatch(/--policy refund=frozen --policy mail=sink --timeout 1000$/);
});

test.each([
  ['by name', { tools: { refund: 'sink' } }],
  ['with all others', { tools: { '*': 'sink' } }],
] as const)('what the config makes a sink %s is never offered to run, though a flag makes it frozen for once', (_, configured) => {
  const stopped = [
    { kind: 'inconclusive', reason: 'diverged', divergence },
    { kind: 'inconclusive', reason: 'opaque', step: 1, name: 'refund', path: '', type: 'Receipt' },
  ] as const;
  const flags = ['--policy refund=frozen'];
  for (const stop of stopped) {
    expect(waysOn(stop, { ...context, flags }).join()).toMatch(/--live refund|refund=live/);
    expect(waysOn(stop, { ...context, flags, configured }).join()).not.toMatch(/--live refund|refund=live/);
  }
  const frozen = { tools: { '*': 'sink', refund: 'frozen' } } as const;
  expect(waysOn(stopped[0], { ...context, flags, configured: frozen }).join()).toContain('--live refund');
});

test('while a fork is made every way goes on making it, with the name that is missing', () => {
  const asked: Divergence = { ...divergence, why: 'never-recorded', name: 'search', nearest: null, notRun: { because: 'not-named' } };
  const ways = waysOn({ kind: 'inconclusive', reason: 'diverged', divergence: asked }, { ...context, live: ['model:*'] }).join('\n');
  expect(ways).toMatch(/record what it answers now.*stepfork fork .* --live 'model:\*' --live search$/m);
  expect(ways).not.toContain('stepfork replay');
});

test('what a new read answers is likely to be told to a model: both may be recorded at once', () => {
  const asked: Divergence = { ...divergence, why: 'never-recorded', name: 'search', nearest: null, hasModels: true };
  const ways = waysOn({ kind: 'inconclusive', reason: 'diverged', divergence: asked }, context).join('\n');
  expect(ways).toMatch(
    /record what it answers now, and what models then say, the rest from the recording: stepfork fork .* --live search --live 'model:\*'$/m,
  );
});
