import { effectStep, modelStep, step, trace } from '@stepfork/testkit';
import { describe, expect, it, test } from 'vitest';
import type { PolicyName } from '../test-case.ts';
import { knownNames } from './known-names.ts';
import { parsePolicyRules } from './parse-policy-rules.ts';
import { type PolicyTable, resolvePolicies } from './policy-table.ts';

const recording = trace(
  modelStep('gpt', { messages: [], tools: [{ type: 'function', function: { name: 'escalate' } }, { name: 'search' }] }, 'x'),
  step('lookup', 1, 1),
  effectStep('issue_refund', 1, 1),
);
const known = knownNames([recording], { registered: [{ kind: 'tool', name: 'send_mail', effect: true }], claimed: ['close_ticket'] });
const table = (...texts: readonly string[]): PolicyTable => resolvePolicies(parsePolicyRules(texts), known);

describe('the policy of a call', () => {
  const cases: readonly (readonly [string, readonly string[], 'tool' | 'model', string, PolicyName])[] = [
    ['frozen unless said', [], 'tool', 'lookup', 'frozen'],
    ['an exact name', ['lookup=live'], 'tool', 'lookup', 'live'],
    ['tool: may be written', ['tool:lookup=live'], 'tool', 'lookup', 'live'],
    ['an exact name goes before *', ['*=live', 'lookup=frozen'], 'tool', 'lookup', 'frozen'],
    ['* matches any name', ['*=live'], 'tool', 'lookup', 'live'],
    ['* of tools says nothing about models', ['*=live'], 'model', 'gpt', 'frozen'],
    ['a model', ['model:gpt=live'], 'model', 'gpt', 'live'],
    ['a declared effect is a sink', [], 'tool', 'issue_refund', 'sink'],
    ['* does not run a declared effect', ['*=live'], 'tool', 'send_mail', 'sink'],
    ['a declared effect may be frozen by name', ['issue_refund=frozen'], 'tool', 'issue_refund', 'frozen'],
    ['a tool that only the claim names', ['close_ticket=sink'], 'tool', 'close_ticket', 'sink'],
    ['a tool that was only offered to a model', ['escalate=sink', 'search=sink'], 'tool', 'escalate', 'sink'],
  ];
  it.each(cases)('%s', (_, rules, kind, name, policy) => {
    expect(table(...rules).policyOf(kind, name, false)).toBe(policy);
  });
});

describe('rules that are refused', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'lookpu=sink',
      'names a tool that nobody knows; known are close_ticket, escalate, issue_refund, lookup, search, send_mail',
      'Did you mean lookup?',
    ],
    ['model:gtp=live', 'names a model that nobody knows; known are gpt', 'Did you mean gpt?'],
    ['lookup=sunk', 'the policy "sunk" of lookup is unknown; known are frozen, live, sink', 'Did you mean sink?'],
    ['issue_refund=live', 'the tool issue_refund declares itself an effect', 'issue_refund=sink'],
    ['lookup', 'does not read [tool:|model:]name=policy', 'issue_refund=sink'],
    ['=sink', 'does not read [tool:|model:]name=policy', 'issue_refund=sink'],
  ];
  it.each(cases)('%s', (rule, message, hint) => {
    expect(() => table(rule)).toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });

  it('two policies for one name', () => {
    expect(() => table('lookup=sink', 'lookup=live')).toThrow('the policy of lookup is given twice: sink and live');
  });
});

test('effects are declared ones and sinks; a model never is one', () => {
  const { isEffect } = table('lookup=sink', 'issue_refund=frozen', 'model:gpt=sink');
  const tools = ['lookup', 'issue_refund', 'search'].map((name) => isEffect('tool', name));
  expect([...tools, isEffect('model', 'gpt')]).toEqual([true, true, false, false]);
});

test('a tool that shows only in the run to be an effect becomes a sink, or is refused where it was to run', () => {
  const late = table('*=live');
  expect(late.policyOf('tool', 'charge', true)).toBe('sink');
  expect(late.isEffect('tool', 'charge')).toBe(true);
  expect(() => table('lookup=live').policyOf('tool', 'lookup', true)).toThrow('declares itself an effect');
});

test('tools are found in the requests of any dialect', () => {
  const requests = [
    { tools: [{ type: 'function', function: { name: 'openai' } }] },
    { tools: [{ name: 'anthropic', input_schema: {} }] },
    { config: { tools: [{ functionDeclarations: [{ name: 'gemini' }] }] } },
    { toolConfig: { tools: [{ toolSpec: { name: 'bedrock' } }] } },
    { tools: { ai_sdk: { inputSchema: {} } } },
    [{ tools: [{ name: 'second_argument' }] }, {}],
  ];
  const found = knownNames([trace(...requests.map((request) => modelStep('m', request, 1)))], { registered: [], claimed: [] });
  expect([...found.tools].sort()).toEqual(['ai_sdk', 'anthropic', 'bedrock', 'gemini', 'openai', 'second_argument']);
});
