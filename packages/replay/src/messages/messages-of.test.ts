import { encodeValue } from '@stepfork/trace';
import { expect, it } from 'vitest';
import { messagesOf } from './messages-of.ts';

class HumanMessage {
  role = 'user';
  content = 'hi';
  say() {}
}

it.each<readonly [string, unknown, readonly (readonly [string | null, string])[]]>([
  ['a text', 'hi', [['user', 'hi']]],
  [
    'a list of messages',
    [{ role: 'system', content: 'be kind' }, 'hi'],
    [
      ['system', 'be kind'],
      ['user', 'hi'],
    ],
  ],
  [
    'OpenAI chat',
    {
      messages: [
        { role: 'developer', content: 'be kind' },
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      ],
    },
    [
      ['system', 'be kind'],
      ['user', 'hi'],
    ],
  ],
  [
    'OpenAI chat, calls and results',
    {
      messages: [
        { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'pay', arguments: '{"n":1}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'paid' },
      ],
    },
    [
      ['assistant', '[{"function":{"arguments":"{\\"n\\":1}","name":"pay"},"id":"c1","type":"function"}]'],
      ['tool', 'paid'],
    ],
  ],
  [
    'OpenAI Responses',
    {
      instructions: 'be kind',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
        { type: 'function_call_output', call_id: 'c1', output: 'paid' },
      ],
    },
    [
      ['system', 'be kind'],
      ['user', 'hi'],
      [null, 'paid'],
    ],
  ],
  ['OpenAI Responses, a text', { input: 'hi' }, [['user', 'hi']]],
  [
    'Anthropic',
    {
      system: [{ type: 'text', text: 'be kind', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'x' },
            { type: 'tool_use', id: 't1', name: 'pay', input: { n: 1 } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'paid' }] }] },
      ],
    },
    [
      ['system', 'be kind'],
      ['assistant', 'hm\npay\n{"n":1}'],
      ['user', 'paid'],
    ],
  ],
  [
    'AI SDK',
    {
      prompt: [
        { role: 'system', content: 'be kind' },
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 't1', toolName: 'pay', input: { n: 1 } }] },
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: 't1', toolName: 'pay', output: { type: 'json', value: { n: 1 } } },
            { type: 'tool-result', toolCallId: 't2', toolName: 'say', output: { type: 'text', value: 'a "b"' } },
            { type: 'tool-result', toolCallId: 't3', output: { type: 'content', value: [{ type: 'text', text: 'see' }] } },
          ],
        },
      ],
    },
    [
      ['system', 'be kind'],
      ['assistant', 'pay\n{"n":1}'],
      ['tool', 'pay\n{"n":1}\nsay\na "b"\nsee'],
    ],
  ],
  ['AI SDK, a text', { prompt: 'hi' }, [['user', 'hi']]],
  [
    'Gemini',
    {
      systemInstruction: { parts: [{ text: 'be kind' }] },
      contents: [
        { role: 'model', parts: [{ text: 'ho' }] },
        { role: 'user', parts: [{ text: 'hi' }] },
      ],
    },
    [
      ['system', 'be kind'],
      ['assistant', 'ho'],
      ['user', 'hi'],
    ],
  ],
  ['instances of classes', { messages: [new HumanMessage()] }, [['user', 'hi']]],
  ['no instructions', { system: '', messages: [] }, [['system', '']]],
  [
    'instructions that are undefined',
    { system: undefined, messages: [{ role: 'user', content: 'hi', name: undefined, refusal: null }] },
    [['user', 'hi']],
  ],
  ['half a character', { prompt: 'hi \ud800' }, [['user', 'hi \ud800']]],
  ['what nobody can read is one message', { body: { q: 'hi' } }, [[null, '{"q":"hi"}']]],
  ['nothing', null, []],
])('reads %s', (_, request, expected) => {
  expect(messagesOf(encodeValue(request)).map(({ role, text }) => [role, text])).toEqual(expected);
});
