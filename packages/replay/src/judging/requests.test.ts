import { model, record } from '@stepfork/interceptor';
import { modelStep, returns, type StepPart, step, trace, traceFile } from '@stepfork/testkit';
import type { Json } from '@stepfork/trace';
import { encodeValue } from '@stepfork/trace';
import { describe, expect, it, test } from 'vitest';
import { check } from '../check.ts';
import type { Claim } from '../claim/claim.ts';
import type { RequestClaim } from '../claim/request-claim.ts';
import { toolChoiceOf } from '../messages/tool-choice-of.ts';
import { judge } from './judge.ts';
import { lost } from './lost.ts';

const tools = [{ type: 'function', function: { name: 'lookup' } }];
const asks = (content: string, more: object = {}, name = 'gpt'): StepPart =>
  modelStep(
    name,
    {
      model: name,
      max_tokens: 100,
      messages: [
        { role: 'system', content: 'be kind' },
        { role: 'user', content },
      ],
      tools,
      ...more,
    },
    'ok',
  );
const bare = modelStep('gpt', { messages: [{ role: 'user', content: 'hi' }] }, 'ok');
const atMost = (max: number): Json => ({ $: 'match', max });

describe('what a claim says of requests', () => {
  it.each<readonly [string, RequestClaim, readonly StepPart[], readonly string[]]>([
    ['asked at all', { model: 'gpt' }, [asks('hi')], []],
    ['not asked', { model: 'claude' }, [asks('hi')], ['claude was never asked, claimed']],
    ['any model', { messages: [{ contains: 'hi' }] }, [asks('ho'), asks('hi', {}, 'claude')], []],
    [
      'of a tool nothing is said',
      { messages: [{ contains: 'hi' }] },
      [step('gpt', 'hi', 1)],
      ['a model was never asked, claimed with a message that contains "hi"'],
    ],
    [
      'a system message',
      { messages: [{ role: 'system' }], every: true },
      [asks('hi'), bare],
      ['the request to gpt (step 1) has no system message; claimed of every request'],
    ],
    ['a developer is the system', { messages: [{ role: 'developer' }], every: true }, [asks('hi')], []],
    ['every of none', { messages: [{ role: 'system' }], every: true }, [], ['a model was never asked, claimed with a system message']],
    [
      'at least one; the nearest is shown',
      { messages: [{ role: 'user', contains: 'refund' }, { role: 'system' }] },
      [bare, asks('hi')],
      [
        'no request had a user message that contains "refund" and a system message: that to gpt (step 1) has no user message that contains "refund"',
      ],
    ],
    [
      'role and text of the same message',
      { messages: [{ role: 'system', contains: 'hi' }] },
      [asks('hi')],
      ['no request had a system message that contains "hi": that to gpt (step 0) has no system message that contains "hi"'],
    ],
    ['a pattern', { messages: [{ role: 'user', pattern: '^order \\d+$', flags: 'i' }] }, [asks('Order 12')], []],
    [
      'a pattern that is not there',
      { messages: [{ pattern: '^order' }], every: true },
      [asks('an order')],
      ['the request to gpt (step 0) has no message that is like /^order/; claimed of every request'],
    ],
    [
      'a limit',
      { with: { max_tokens: atMost(50) }, every: true },
      [asks('hi')],
      ['the request to gpt (step 0) has 100 at /max_tokens, claimed a number up to 50; claimed of every request'],
    ],
    ['a limit that is kept', { with: { max_tokens: atMost(100) }, every: true }, [asks('hi')], []],
    ['a tool that is offered', { tools: ['lookup'], every: true }, [asks('hi')], []],
    [
      'a tool that is not',
      { tools: ['lookup', 'pay'], every: true },
      [asks('hi')],
      ['the request to gpt (step 0) does not offer the tool pay; claimed of every request'],
    ],
    ['a tool choice', { toolChoice: 'none' }, [asks('hi', { tool_choice: 'none' })], []],
    [
      'another tool choice',
      { toolChoice: 'auto', every: true },
      [asks('hi', { tool_choice: { type: 'function', function: { name: 'pay' } } })],
      ['the request to gpt (step 0) has the tool choice pay, claimed the tool choice auto; claimed of every request'],
    ],
    [
      'no tool choice',
      { toolChoice: { tool: 'pay' }, every: true },
      [asks('hi')],
      ['the request to gpt (step 0) has no tool choice, claimed the tool choice pay; claimed of every request'],
    ],
    [
      'never',
      { never: true, messages: [{ contains: 'sk-' }] },
      [asks('hi'), asks('my sk-1')],
      ['gpt was asked with a message that contains "sk-" (step 1), claimed never'],
    ],
    ['never, and it holds', { never: true, messages: [{ contains: 'sk-' }] }, [asks('hi')], []],
    [
      'never is met where nobody can read the dialect',
      { never: true, messages: [{ contains: 'sk-' }] },
      [modelStep('gpt', { body: ['sk-1'] }, 1)],
      ['gpt was asked with a message that contains "sk-" (step 0), claimed never'],
    ],
    ['a model is never asked', { model: 'gpt', never: true }, [asks('hi')], ['gpt was asked (step 0), claimed never']],
    [
      'times',
      { model: 'gpt', times: 1 },
      [asks('hi'), asks('hi'), asks('hi', {}, 'claude')],
      ['gpt was asked 2 times, claimed at most once'],
    ],
    [
      'times at least',
      { messages: [{ contains: 'hi' }], times: { atLeast: 2 } },
      [asks('hi'), asks('ho')],
      ['a model was asked once with a message that contains "hi", claimed at least 2 times'],
    ],
  ])('%s', (_, request, steps, messages) => {
    expect(judge(trace(...steps, returns(null)), { requests: [request] }).map(({ message }) => message)).toEqual(messages);
  });

  test('a finding shows what was claimed beside the messages of that role', () => {
    const claim: Claim = { requests: [{ messages: [{ role: 'system', contains: 'rules' }], every: true }] };
    expect(judge(trace(asks('hi'), returns(null)), claim)).toMatchObject([
      { kind: 'request', expected: { role: 'system', contains: 'rules' }, actual: [{ role: 'system', text: 'be kind' }] },
    ]);
  });
});

it.each<readonly [unknown, unknown]>([
  [{ tool_choice: 'auto' }, 'auto'],
  [{ tool_choice: 'required' }, 'required'],
  [{ tool_choice: { type: 'function', function: { name: 'pay' } } }, { tool: 'pay' }],
  [{ tool_choice: { type: 'function', name: 'pay' } }, { tool: 'pay' }],
  [{ tool_choice: { type: 'any' } }, 'required'],
  [{ tool_choice: { type: 'tool', name: 'pay' } }, { tool: 'pay' }],
  [{ toolChoice: { type: 'tool', toolName: 'pay' } }, { tool: 'pay' }],
  [{ toolChoice: { type: 'none' } }, 'none'],
  [{ toolConfig: { functionCallingConfig: { mode: 'ANY' } } }, 'required'],
  [{ toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['pay'] } } }, { tool: 'pay' }],
  [{ tool_choice: null }, null],
  [{ tool_choice: 'maybe' }, null],
  ['hi', null],
])('the tool choice of %j is %j', (request, choice) => {
  expect(toolChoiceOf(encodeValue(request))).toEqual(choice);
});

describe('what can no longer become true of requests', () => {
  it.each<readonly [string, Claim, readonly StepPart[], boolean]>([
    ['a request may still come', { requests: [{ messages: [{ contains: 'hi' }] }] }, [asks('ho')], false],
    ['one of every', { requests: [{ messages: [{ role: 'system' }], every: true }] }, [bare], true],
    ['every so far', { requests: [{ messages: [{ role: 'system' }], every: true }] }, [asks('hi')], false],
    ['every of none so far', { requests: [{ messages: [{ role: 'system' }], every: true }] }, [], false],
    ['never', { requests: [{ model: 'gpt', never: true }] }, [bare], true],
    ['too many', { requests: [{ model: 'gpt', times: 1 }] }, [bare, bare], true],
    ['no room in all', { requests: [{ model: 'gpt', times: 2 }], calls: [{ atMost: 2 }] }, [asks('hi', {}, 'claude')], true],
    [
      'one request may meet two statements',
      { requests: [{ model: 'gpt' }, { tools: ['a'] }], calls: [{ atMost: 2 }] },
      [step('a', 1, 1)],
      false,
    ],
    [
      'but not of two models',
      { requests: [{ model: 'gpt' }, { model: 'claude', every: true, tools: ['a'] }], calls: [{ atMost: 2 }] },
      [step('a', 1, 1)],
      true,
    ],
  ])('%s', (_, claim, steps, isLost) => {
    expect(lost(claim, trace(...steps).steps).length > 0).toBe(isLost);
  });
});

describe('in a replay', () => {
  const ask = model(
    'gpt',
    async (request: { readonly messages: readonly { readonly role: string; readonly content: string }[] }) => request.messages.length,
  );
  const say = async (...contents: readonly string[]): Promise<number> =>
    ask({ messages: contents.map((content) => ({ role: 'user', content })) });
  const word = async (claim: Claim, agent: () => Promise<unknown>): Promise<string> => {
    const { verdict } = await check({ traces: traceFile(await record(() => say('hi'), null)), agent, claim });
    return verdict.kind === 'inconclusive' ? verdict.reason : verdict.kind;
  };
  const never: Claim = { requests: [{ messages: [{ contains: 'sk-' }], never: true }] };

  test('the unseen request itself is judged', async () => {
    expect(await word(never, () => say('my sk-1'))).toBe('fail');
    expect(await word(never, () => say('another'))).toBe('diverged');
    expect(await word(never, () => say('hi'))).toBe('pass');
  });

  test('what is sent after the first divergence is the work of our refusal', async () => {
    expect(
      await word(never, () =>
        say('another')
          .catch(() => say('my sk-1'))
          .catch(() => null),
      ),
    ).toBe('diverged');
  });

  test('a request that is claimed may still have come', async () => {
    expect(await word({ requests: [{ messages: [{ contains: 'bye' }] }] }, () => say('another').catch(() => null))).toBe('diverged');
    expect(await word({ requests: [{ messages: [{ contains: 'bye' }] }] }, () => say('hi'))).toBe('fail');
  });

  test('a pattern that cannot be read is refused before the agent runs', async () => {
    await expect(word({ requests: [{ messages: [{ pattern: '(?=a)' }] }] }, () => say('hi'))).rejects.toThrow(
      'at /requests/0/messages/0/pattern: the pattern cannot be matched in linear time',
    );
  });
});
