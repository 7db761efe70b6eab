import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { arbitraryEvents } from '../../test/arbitrary-events.ts';
import { effect, failing, model, returned, type SmallStep, smallTrace, streaming, threw, tool } from '../../test/small-trace.ts';
import type { Trace } from '../trace.ts';
import { createTraceWriter } from '../writing/create-trace-writer.ts';
import { diffTraces } from './diff-traces.ts';
import type { TraceDifference } from './trace-difference.ts';

const lookUp = tool('look_up', { email: 'mira@shop.example' }, { customer: 'cus_204' });
const ask = model('Ticket of cus_204', { cents: 4999 });
const refund = (amount: number): SmallStep => effect('refund', { customer: 'cus_204', amount }, { status: 'pending' });
const poll = (state: string): SmallStep => tool('poll', null, state);

/** `outcome-changed 1>2 /outcome/value/a (2 follow)`, for reading. */
function brief(differences: readonly TraceDifference[]): readonly string[] {
  return differences.map((difference) => {
    const places = [
      'expected' in difference ? String(difference.expected) : '',
      'actual' in difference ? String(difference.actual) : '',
    ].filter((place) => place !== '');
    const paths = difference.kind === 'call-added' || difference.kind === 'call-removed' ? [] : difference.changes.map(({ path }) => path);
    const follow = difference.followUps.map(({ kind }) => kind);
    return [difference.kind, places.join('>'), ...paths, follow.length === 0 ? '' : `(${follow.join(' ')})`]
      .filter((word) => word !== '')
      .join(' ');
  });
}

test.each<[string, Trace, Trace, readonly string[]]>([
  ['equal runs', smallTrace([lookUp, ask, refund(49)]), smallTrace([lookUp, ask, refund(49)]), []],
  [
    'another input of the run',
    smallTrace([], { input: { a: 1 } }),
    smallTrace([], { input: { a: 2 } }),
    ['run-input-changed /run/input/a'],
  ],
  [
    'another argument, and the output that carries it on',
    smallTrace([lookUp, ask, refund(49)], { outcome: returned({ refunded: 49 }) }),
    smallTrace([lookUp, ask, refund(4999)], { outcome: returned({ refunded: 4999 }) }),
    ['call-changed 2>2 /steps/2/call/input/amount (run-outcome-changed)'],
  ],
  [
    'another answer to another question',
    smallTrace([tool('get', 'a1', { n: 1 })]),
    smallTrace([tool('get', 'b2', { n: 2 })]),
    ['call-changed 0>0 /steps/0/call/input (outcome-changed)'],
  ],
  [
    'another answer to the same question, and a prompt that holds it',
    smallTrace([tool('get', 1, { name: 'Mira', age: 7 }), model('Customer {"name":"Mira","age":7}', 'ok')]),
    smallTrace([tool('get', 1, { name: 'Vera', age: 9 }), model('Customer {"name":"Vera","age":9}', 'ok')]),
    ['outcome-changed 0>0 /steps/0/outcome/value/name /steps/0/outcome/value/age (call-changed)'],
  ],
  [
    'a prompt that holds another answer and is worded otherwise too: a second cause',
    smallTrace([tool('get', 1, { name: 'Mira' }), model('Customer Mira', 'ok')]),
    smallTrace([tool('get', 1, { name: 'Vera' }), model('Customer Vera, amounts are cents', 'ok')]),
    ['outcome-changed 0>0 /steps/0/outcome/value/name', 'call-changed 1>1 /steps/1/call/input'],
  ],
  [
    'a call put in, with the message that carries its answer on',
    smallTrace([model({ messages: [{ role: 'user', content: 'Where is it?' }] }, 'lost')]),
    smallTrace([
      tool('track', 'ord_7', { carrier: 'Postman', since: '2026-02-01' }),
      model(
        {
          messages: [
            { role: 'user', content: 'Where is it?' },
            { role: 'user', content: 'Tracked: Postman since 2026-02-01' },
          ],
        },
        'lost',
      ),
    ]),
    ['call-added 0 (call-changed)'],
  ],
  [
    'a message that no call brought',
    smallTrace([model({ messages: [{ role: 'user', content: 'Where is it?' }] }, 'lost')]),
    smallTrace([
      tool('track', 'ord_7', 'Postman'),
      model(
        {
          messages: [
            { role: 'system', content: 'Always answer in one line' },
            { role: 'user', content: 'Where is it?' },
          ],
        },
        'lost',
      ),
    ]),
    ['call-added 0', 'call-changed 0>1 /steps/1/call/input/messages/0'],
  ],
  [
    'a failure as JSON text in a prompt, where another answer stood',
    smallTrace([
      tool('cancel', 17, { ok: false, error: 'order not found' }),
      model('Result: {"ok":false,"error":"order not found"}.', 'no'),
    ]),
    smallTrace([tool('cancel', '17', { ok: true, state: 1 }), model('Result: {"ok":true,"state":1}.', 'no')]),
    ['call-changed 0>0 /steps/0/call/input (outcome-changed call-changed)'],
  ],
  [
    'a message in the place of the answer of a call that is no longer made',
    smallTrace([tool('search', 'saml', { hits: 0 }), model({ content: '{"hits":0}' }, 'x')]),
    smallTrace([model({ content: 'This search was made before.' }, 'x')]),
    ['call-removed 0 (call-changed)'],
  ],
  [
    'a message that is put in again and again',
    smallTrace([model({ first: 'Hello there, Mira' }, 'x'), model({ first: 'How are you today?', n: 2 }, 'x')]),
    smallTrace([model({ first: 'Goodwill is at most 50 euros' }, 'x'), model({ first: 'Goodwill is at most 50 euros', n: 2 }, 'x')]),
    ['call-changed 0>0 /steps/0/call/input/first (call-changed)'],
  ],
  ['a call put in at the front', smallTrace([lookUp, ask]), smallTrace([tool('ping', 1, 1), lookUp, ask]), ['call-added 0']],
  ['a call taken out', smallTrace([lookUp, ask, refund(49)]), smallTrace([lookUp, refund(49)]), ['call-removed 1']],
  [
    'one more of the same calls',
    smallTrace([poll('open'), poll('done')]),
    smallTrace([poll('open'), poll('busy'), poll('done')]),
    ['call-added 1'],
  ],
  [
    'one more call where every call says something else',
    smallTrace([model('turn 1: a', 'x'), model('turn 2: b', 'x')]),
    smallTrace([model('before', 'x'), model('turn 1: A', 'x'), model('turn 2: B', 'x')]),
    ['call-added 0', 'call-changed 0>1 /steps/0/call/input', 'call-changed 1>2 /steps/1/call/input'],
  ],
  ['two calls that swap', smallTrace([lookUp, refund(1)]), smallTrace([refund(1), lookUp]), ['call-moved 0>1']],
  [
    'a read after other effects',
    smallTrace([refund(49), tool('balance', 'cus_204', { left: 10 })]),
    smallTrace([tool('balance', 'cus_204', { left: 59 })]),
    ['call-removed 0 (outcome-changed)'],
  ],
  [
    'the tool that another answer of the model asks for',
    smallTrace([model('help', { text: 'sorry' })]),
    smallTrace([model('help', { tool: 'escalate', urgent: true }), tool('escalate', {}, null)]),
    ['outcome-changed 0>0 /steps/0/outcome/value/text /steps/0/outcome/value/tool /steps/0/outcome/value/urgent (call-added)'],
  ],
  [
    'a crash, and the calls that it kept from being made',
    smallTrace([lookUp], { outcome: threw(new TypeError('no order')) }),
    smallTrace([lookUp, ask, refund(49)], { outcome: returned('done') }),
    ['run-outcome-changed /outcome (call-added call-added)'],
  ],
  [
    'a tool that failed, and the run that failed with it',
    smallTrace([lookUp, ask]),
    smallTrace([failing(lookUp, new Error('service down'))], { outcome: threw(new Error('service down')) }),
    ['outcome-changed 0>0 /steps/0/outcome (run-outcome-changed call-removed)'],
  ],
  [
    'a chunk more',
    smallTrace([streaming(ask, 'a', 'b')]),
    smallTrace([streaming(ask, 'a', 'x', 'b')]),
    ['outcome-changed 0>0 /steps/0/outcome/chunks/1'],
  ],
  [
    'a call around calls that were there',
    smallTrace([lookUp, tool('get', 1, 2)]),
    smallTrace([
      tool('all', 1, 2),
      tool('look_up', { email: 'mira@shop.example' }, { customer: 'cus_204' }, { parent: 0 }),
      tool('get', 1, 2),
    ]),
    ['call-added 0 (call-changed)'],
  ],
  [
    'a call inside of a call that only one run has',
    smallTrace([ask]),
    smallTrace([ask, tool('outer', 1, 2), tool('inner', 3, 4, { parent: 1 })]),
    ['call-added 1 (call-added)'],
  ],
  [
    'the same call, an effect on one side only',
    smallTrace([tool('refund', 1, 2)]),
    smallTrace([effect('refund', 1, 2)]),
    ['call-changed 0>0 /steps/0/call/effect'],
  ],
])('%s', (_, expected, actual, differences) => {
  expect(brief(diffTraces(expected, actual))).toEqual(differences);
});

it('tells both values, and of a call that one run only has the whole', () => {
  const [changed] = diffTraces(smallTrace([refund(49)]), smallTrace([refund(4999)]));
  expect(changed).toEqual({
    kind: 'call-changed',
    expected: 0,
    actual: 0,
    call: { kind: 'tool', name: 'refund' },
    changes: [{ path: '/steps/0/call/input/amount', kind: 'changed', expected: 49, actual: 4999 }],
    followUps: [],
  });
  const [added] = diffTraces(smallTrace([]), smallTrace([poll('open')]));
  expect(added?.changes).toEqual([
    {
      path: '/steps/0',
      kind: 'added',
      actual: { call: { kind: 'tool', name: 'poll', input: null, effect: false }, outcome: { kind: 'returned', value: 'open' } },
    },
  ]);
});

it('does not compare heads and times', () => {
  const one = smallTrace([lookUp]);
  const later: Trace = {
    ...one,
    run: { ...one.run, id: 'run-2', startedAt: '2026-04-01T09:00:00.000Z', policies: { 'tool:look_up': 'sink' } },
    steps: one.steps.map((step) => ({ ...step, startedAtMs: 700, endedAtMs: 900, endOrder: 3 })),
    endedAtMs: 1_000,
  };
  expect(diffTraces(one, later)).toEqual([]);
});

it('one turn put in among 300 of a conversation is one difference, though each later request differs', () => {
  const conversation = (turns: readonly string[]): Trace => {
    const messages = turns.map((content) => ({ role: 'user', content }));
    return smallTrace(
      turns.flatMap((content, at) => [tool('read', content, content), model({ messages: messages.slice(0, at + 1) }, 'go on')]),
    );
  };
  const turns = Array.from({ length: 300 }, (_, at) => `page-${at}`);
  const differences = diffTraces(conversation(turns), conversation([...turns.slice(0, 5), 'extra-page', ...turns.slice(5)]));
  expect(brief(differences.map((one) => ({ ...one, followUps: [] })))).toEqual(['call-added 10']);
  expect(differences[0]?.followUps).toHaveLength(296);
});

describe('laws', () => {
  const step: fc.Arbitrary<SmallStep> = fc
    .record({
      build: fc.constantFrom(tool, effect, (_: string, input: unknown, output: unknown) => model(input, output)),
      name: fc.constantFrom('a', 'b'),
      input: fc.constantFrom(1, 'one', { order: 'ord_7', page: 1 }, { order: 'ord_7', page: 2 }, ['x', 'y']),
      output: fc.constantFrom(null, 'fine', { order: 'ord_8' }, [1, 2]),
    })
    .map(({ build, name, input, output }) => build(name, input, output));
  const steps = fc.array(step, { maxLength: 9 });

  it('a run does not differ from itself, nor from itself read anew', () => {
    fc.assert(
      fc.property(arbitraryEvents, (events) => {
        const record = (): Trace => {
          const writer = createTraceWriter();
          for (const event of events) writer.append(event);
          return writer.trace();
        };
        expect(diffTraces(record(), record())).toEqual([]);
      }),
    );
  });

  it('a call put in or taken out is one difference', () => {
    fc.assert(
      fc.property(steps, step, fc.nat(), (all, one, at) => {
        const more = all.toSpliced(at % (all.length + 1), 0, one);
        expect(diffTraces(smallTrace(all), smallTrace(more)).map(({ kind, followUps }) => [kind, followUps])).toEqual([['call-added', []]]);
        expect(diffTraces(smallTrace(more), smallTrace(all)).map(({ kind, followUps }) => [kind, followUps])).toEqual([
          ['call-removed', []],
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it('the other way around there are as many differences, added and removed exchanged', () => {
    const counts = (differences: readonly TraceDifference[], added: string, removed: string): Readonly<Record<string, number>> => {
      const all = differences
        .flatMap((one) => [one, ...one.followUps])
        .map(({ kind }) => (kind === added ? '+' : kind === removed ? '-' : kind));
      return Object.fromEntries([...new Set(all)].sort().map((kind) => [kind, all.filter((other) => other === kind).length]));
    };
    fc.assert(
      fc.property(steps, steps, (one, other) => {
        const [a, b] = [smallTrace(one), smallTrace(other)];
        expect(counts(diffTraces(a, b), 'call-added', 'call-removed')).toEqual(counts(diffTraces(b, a), 'call-removed', 'call-added'));
        expect(diffTraces(a, b).length).toBe(diffTraces(b, a).length);
      }),
      { numRuns: 500 },
    );
  });

  it('every step of both runs is the same in both, or stands in exactly one difference of its call', () => {
    fc.assert(
      fc.property(steps, steps, (one, other) => {
        const all = diffTraces(smallTrace(one), smallTrace(other)).flatMap((difference) => [difference, ...difference.followUps]);
        const removed = all.filter(({ kind }) => kind === 'call-removed').length;
        const added = all.filter(({ kind }) => kind === 'call-added').length;
        expect(one.length - removed).toBe(other.length - added);
        const named = all
          .filter(({ kind }) => kind !== 'outcome-changed')
          .flatMap((point) => ('expected' in point ? [`${point.kind} ${point.expected}`] : []));
        expect(new Set(named).size).toBe(named.length);
      }),
    );
  });
});
