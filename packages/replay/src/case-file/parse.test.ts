import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { parseClaim } from '../claim/parse-claim.ts';
import type { SchemaProblem } from '../errors/schema-error.ts';
import { caseJsonSchema } from './case-json-schema.ts';
import { parseCaseFile } from './parse-case-file.ts';
import { testCaseOf } from './test-case-of.ts';

function problems(body: () => unknown): readonly SchemaProblem[] {
  try {
    body();
  } catch (error) {
    return (error as { readonly problems: readonly SchemaProblem[] }).problems;
  }
  return [];
}

describe('a claim', () => {
  it.each([
    [{}],
    [{ returns: null }],
    [{ returns: { a: [1, { $: 'date', value: null }] }, exactly: true, throws: false }],
    [{ returns: { id: { $: 'match', pattern: '^rf_', flags: 'i' }, n: [{ $: 'match', type: 'integer', min: 1, length: { max: 2 } }] } }],
    [{ throws: { name: 'TypeError', message: 'x', code: 'E1' } }],
    [
      {
        calls: [
          { tool: 'a', with: { b: 1 }, times: 2, only: true },
          { tool: 'a', times: { atLeast: 1, atMost: 2 } },
          { never: 'b' },
          { order: ['a', 'b'] },
          { same: '/a~1b/0', of: 'a' },
          { atMost: 5 },
        ],
      },
    ],
    [
      {
        requests: [
          { model: 'gpt', with: { max_tokens: { $: 'match', max: 5 } }, messages: [{ role: 'system' }, { contains: 'a' }], every: true },
          { model: '*', tools: ['a'], toolChoice: { tool: 'a' }, never: true },
          { messages: [{ pattern: '^a', flags: 'i' }], toolChoice: 'none', times: { atMost: 2 } },
        ],
      },
    ],
  ])('is taken as it is: %j', (claim) => {
    expect(parseClaim(claim, 'x.json')).toEqual(claim);
  });

  it.each<readonly [unknown, readonly (readonly [string, string])[]]>([
    [[], [['', 'expected object']]],
    [{ retruns: 1 }, [['/retruns', 'unknown key']]],
    [{ calls: [{ tool: 'a', wiht: {} }] }, [['/calls/0/wiht', 'unknown key']]],
    [
      { calls: [{ tool: '' }, { never: 3 }, { atMost: -1 }] },
      [
        ['/calls/0/tool', '>=1'],
        ['/calls/1/never', 'expected string'],
        ['/calls/2/atMost', '>=0'],
      ],
    ],
    [{ calls: [{ tool: 'a', times: -1 }] }, [['/calls/0/times', '>=0']]],
    [{ calls: [{ tool: 'a', times: {} }] }, [['/calls/0/times', 'give atLeast, atMost or both']]],
    [{ calls: [{ tool: 'a', times: { atLeast: 3, atMost: 2 } }] }, [['/calls/0/times', 'atLeast is greater than atMost']]],
    [{ calls: [{ order: ['a', 'a'] }] }, [['/calls/0/order', 'named twice']]],
    [{ calls: [{ order: ['a'] }] }, [['/calls/0/order', '>=2']]],
    [{ calls: [{ same: 'id', of: 'a' }] }, [['/calls/0/same', 'JSON Pointer']]],
    [{ calls: [{ same: '/id' }] }, [['/calls/0/of', 'expected string']]],
    [{ requests: [{ messages: [{}] }] }, [['/requests/0/messages/0', 'give role, contains or pattern']]],
    [{ requests: [{ messages: [{ pattern: '[' }] }] }, [['/requests/0/messages/0/pattern', 'Unterminated']]],
    [{ requests: [{ messages: [{ role: 'user', flags: 'i' }] }] }, [['/requests/0/messages/0/flags', 'flags needs pattern']]],
    [{ requests: [{ model: 'gpt', every: true }] }, [['/requests/0/every', 'every needs with']]],
    [{ requests: [{ never: true, times: 1 }] }, [['/requests/0', 'exclude each other']]],
    [{ requests: [{ with: { n: { $: 'match' } } }] }, [['/requests/0/with/n', 'give type']]],
    [{ requests: [{ toolChoise: 'auto' }] }, [['/requests/0/toolChoise', 'unknown key']]],
    [{ exactly: true }, [['/exactly', 'exactly needs returns']]],
    [{ returns: 1, throws: true }, [['/throws', 'returns nothing']]],
    [{ returns: () => 1 }, [['/returns', '']]],
    [{ returns: { id: [{ $: 'match' }] } }, [['/returns/id/0', 'give type, pattern']]],
    [{ returns: { $: 'match', type: 'any', patern: 'x' } }, [['/returns/patern', 'unknown key']]],
    [{ returns: { $: 'match', pattern: '(' } }, [['/returns/pattern', 'Unterminated group']]],
    [{ returns: { $: 'match', pattern: '(?=x)' } }, [['/returns/pattern', 'linear time']]],
    [{ returns: { $: 'match', type: 'text' } }, [['/returns/type', '']]],
    [
      { returns: { $: 'match', flags: 'i', min: 2, max: 1 } },
      [
        ['/returns/flags', 'needs pattern'],
        ['/returns', 'min is greater'],
      ],
    ],
    [{ returns: { $: 'match', length: {} } }, [['/returns/length', 'give a number']]],
    [{ calls: [{ tool: 'a', with: { b: { $: 'match', min: '1' } } }] }, [['/calls/0/with/b/min', 'expected number']]],
  ])('is refused with every problem and its path: %j', (claim, expected) => {
    const found = problems(() => parseClaim(claim, 'x.json'));
    expect(found.map(({ path }) => path)).toEqual(expected.map(([path]) => path));
    for (const [at, [, message]] of expected.entries()) expect(found[at]?.message).toContain(message);
  });

  test('that is refused names its source', () => {
    expect(() => parseClaim({ a: 1, b: 2 }, 'refund.claim.json')).toThrow(
      'the claim refund.claim.json is not valid: /a: unknown key; /b: unknown key',
    );
  });
});

describe('a case file', () => {
  const least = { version: 1, trace: './refund.sftrace.jsonl', agent: 'src/agent.ts#runAgent', claim: { returns: 1 } };

  test('is taken as it is', () => {
    const full = {
      ...least,
      $schema: 'https://example.org/case.schema.json',
      title: 'the refund is issued in full',
      policies: { tools: { issue_refund: 'sink' }, models: { '*': 'frozen' } },
      answers: { issue_refund: [{ value: { id: 1 }, for: { cents: 1 } }, { value: null }] },
      stable: ['get_profile'],
      ignore: { 'tool:search': ['/metadata/request_id'] },
      order: 'keyed',
      timeoutMs: 500,
      maxCalls: 10,
    };
    expect(parseCaseFile(full, 'a.case.json')).toEqual(full);
  });

  it.each([
    ['../refund.sftrace', '/trace'],
    ['a/../../b', '/trace'],
    ['/etc/passwd', '/trace'],
    ['C:/a.sftrace', '/trace'],
    ['a\\b.sftrace', '/trace'],
    ['', '/trace'],
  ])('never leaves its folder: %j', (trace, path) => {
    expect(problems(() => parseCaseFile({ ...least, trace }, 'a.case.json')).map((one) => one.path)).toContain(path);
  });

  it.each(['refund.sftrace', './refund.sftrace', 'traces/refund..v2.sftrace.jsonl', '..refund/x.sftrace'])(
    'may name what is inside: %j',
    (trace) => {
      expect(parseCaseFile({ ...least, trace }, 'a.case.json').trace).toBe(trace);
    },
  );

  it.each<readonly [object, readonly string[]]>([
    [{ version: 2 }, ['/version']],
    [{ agent: 'src/agent.ts' }, ['/agent']],
    [{ policies: { tools: { a: 'sunk' }, tool: {} } }, ['/policies/tools/a', '/policies/tool']],
    [{ answers: { a: 1 } }, ['/answers/a']],
    [{ answers: { a: { vlaue: 1 } } }, ['/answers/a/value', '/answers/a/vlaue']],
    [{ ignore: { '*': ['a'] } }, ['/ignore/*/0']],
    [{ timeoutMs: 2 ** 31 }, ['/timeoutMs']],
    [{ order: 'any', timeoutMs: 0, maxCalls: 1.5 }, ['/order', '/timeoutMs', '/maxCalls']],
    [{ claim: { calls: [{ tool: 1 }] } }, ['/claim/calls/0/tool']],
    [{ policy: {} }, ['/policy']],
  ])('is refused with every problem and its path: %j', (change, paths) => {
    expect(problems(() => parseCaseFile({ ...least, ...change }, 'a.case.json')).map(({ path }) => path)).toEqual(paths);
  });

  test('of the future is refused kindly', () => {
    expect(() => parseCaseFile({ ...least, version: 9 }, 'a.case.json')).toThrow(
      '/version: is 9: a newer Stepfork wrote this file, and this one knows version 1. Update @stepfork/replay and stepfork.',
    );
  });

  test('describes a test case; answers are decoded', () => {
    const file = parseCaseFile(
      {
        ...least,
        trace: 'traces/a b.sftrace',
        answers: { pay: { value: { $: 'bigint', value: '5' }, for: { at: { $: 'undefined' } } } },
        maxCalls: 3,
      },
      'a.case.json',
    );
    const agent = (): null => null;
    expect(testCaseOf(file, new URL('file:///project/tests/a.case.json'), agent)).toEqual({
      traces: new URL('file:///project/tests/traces/a%20b.sftrace'),
      agent,
      claim: { returns: 1 },
      answers: { pay: { value: 5n, for: { at: undefined } } },
      maxCalls: 3,
    });
  });
});

test('the published schema is the one that is checked: run `pnpm schema` after a change', () => {
  const published = JSON.parse(readFileSync(new URL('../../schema/case.schema.json', import.meta.url), 'utf8'));
  expect(published).toEqual(JSON.parse(JSON.stringify(caseJsonSchema())));
});
