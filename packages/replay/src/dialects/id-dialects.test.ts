import { streamedStep, trace } from '@stepfork/testkit';
import { encodeValue, type Json, type Outcome } from '@stepfork/trace';
import { describe, expect, it } from 'vitest';
import { idsOfAnswer } from '../ids/ids-of-answer.ts';
import { mapIds } from '../ids/map-ids.ts';
import type { IdDialect } from './id-dialect.ts';
import { idDialects } from './id-dialects.ts';

const outcomeOf = (value: unknown): Outcome => ({ kind: 'returned', value: encodeValue(value) });
const streamOf = (...chunks: unknown[]): Outcome =>
  trace(streamedStep('gpt', null, chunks, 'done', { kind: 'model' })).steps[0]?.outcome as Outcome;
/** The ids of an answer by their place, in all dialects. */
const minted = (outcome: Outcome): Record<string, string> =>
  Object.fromEntries(idDialects.flatMap((dialect) => idsOfAnswer(outcome, dialect).map(({ id, place }) => [place, id])));
/** The content of the calls of an answer, by id. */
const contents = (outcome: Outcome): Record<string, string | null> =>
  Object.fromEntries(idDialects.flatMap((dialect) => idsOfAnswer(outcome, dialect).map(({ id, content }) => [id, content])));
const marked = (request: unknown): Json =>
  idDialects.reduce((json, dialect) => mapIds(json, dialect, (id) => `<${id}>`), encodeValue(request));

const call = (id: string, args = '{}'): object => ({ id, type: 'function', function: { name: 'lookup', arguments: args } });
const delta = (calls: object[], key = 'tool_calls'): object => ({ choices: [{ index: 0, delta: { [key]: calls } }] });

describe('ids are minted', () => {
  it.each<[string, Outcome, Record<string, string>]>([
    [
      'chat completions',
      outcomeOf({ id: 'chatcmpl-1', choices: [{ index: 0, message: { role: 'assistant', tool_calls: [call('a'), call('b')] } }] }),
      { 'choices/0/tool_calls/0/id': 'a', 'choices/0/tool_calls/1/id': 'b' },
    ],
    ['a message of chat completions', outcomeOf({ role: 'assistant', tool_calls: [call('a')] }), { 'tool_calls/0/id': 'a' }],
    ['camelCase', outcomeOf({ content: null, toolCalls: [{ id: 'a', name: 'lookup', arguments: {} }] }), { 'toolCalls/0/id': 'a' }],
    [
      'Responses',
      outcomeOf({
        id: 'resp_1',
        output: [
          { type: 'reasoning', id: 'rs_1', summary: [] },
          { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'lookup' },
        ],
      }),
      { 'output/0/id': 'rs_1', 'output/1/id': 'fc_1', 'output/1/call_id': 'call_1', 'answer/id': 'resp_1' },
    ],
    [
      'Responses of a server with one id for both',
      outcomeOf({ output: [{ type: 'function_call', id: 'x', call_id: 'x', name: 'lookup' }] }),
      { 'output/0/id,call_id': 'x' },
    ],
    [
      'Anthropic',
      outcomeOf({
        id: 'msg_1',
        content: [
          { type: 'text', text: 'hm' },
          { type: 'tool_use', id: 'toolu_1', name: 'lookup', input: {} },
        ],
      }),
      { 'content/1/id': 'toolu_1' },
    ],
    [
      'streamed chat completions',
      streamOf(delta([{ index: 0, id: 'a' }]), delta([{ index: 1, id: 'b' }])),
      {
        'choices/0/tool_calls/0/id': 'a',
        'choices/0/tool_calls/1/id': 'b',
      },
    ],
    [
      'a stream that gives every call the same index',
      streamOf(delta([{ index: 0, id: 'a' }]), delta([{ index: 0, id: 'b' }])),
      {
        'choices/0/tool_calls/0/id': 'a',
        'choices/0/tool_calls/1/id': 'b',
      },
    ],
    [
      'a stream without indices',
      streamOf(delta([{ id: 'a' }, { id: 'b' }])),
      {
        'choices/0/tool_calls/0/id': 'a',
        'choices/0/tool_calls/1/id': 'b',
      },
    ],
    ['streamed camelCase', streamOf(delta([{ index: 0, id: 'a' }], 'toolCalls')), { 'choices/0/toolCalls/0/id': 'a' }],
    [
      'streamed Responses',
      streamOf({ type: 'response.output_item.done', output_index: 2, item: { type: 'function_call', id: 'fc', call_id: 'c' } }),
      { 'output/2/id': 'fc', 'output/2/call_id': 'c' },
    ],
    [
      'streamed Anthropic',
      streamOf({ type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_1', name: 'lookup', input: {} } }),
      { 'content/1/id': 'toolu_1' },
    ],
    [
      'the AI SDK',
      outcomeOf({
        content: [
          { type: 'reasoning', text: 'hm', providerMetadata: { openai: { itemId: 'rs_1' } } },
          { type: 'tool-call', toolCallId: 'a', toolName: 'lookup', input: '{}', providerMetadata: { openai: { itemId: 'fc_1' } } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'search', input: '{}', providerExecuted: true },
        ],
      }),
      { 'tool-calls/0/toolCallId': 'a', 'tool-calls/0/itemId': 'fc_1', 'texts/0/itemId': 'rs_1' },
    ],
    [
      'the streamed AI SDK',
      streamOf(
        { type: 'text-start', id: '0', providerMetadata: { openai: { itemId: 'msg_1' } } },
        { type: 'text-end', id: '0', providerMetadata: { openai: { itemId: 'msg_1' } } },
        { type: 'tool-input-start', id: 'a', toolName: 'lookup' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'lookup', input: '{}' },
      ),
      { 'tool-calls/0/toolCallId': 'a', 'texts/0/itemId': 'msg_1' },
    ],
    [
      'Gemini',
      outcomeOf({ candidates: [{ content: { parts: [{ text: 'hm' }, { functionCall: { id: 'f', name: 'lookup', args: {} } }] } }] }),
      { 'candidates/0/0/id': 'f' },
    ],
    [
      'streamed Gemini',
      streamOf(...['f', 'g'].map((id) => ({ candidates: [{ content: { parts: [{ functionCall: { id, name: 'lookup', args: {} } }] } }] }))),
      { 'candidates/0/0/id': 'f', 'candidates/0/1/id': 'g' },
    ],
    ['Ollama', outcomeOf({ message: { role: 'assistant', tool_calls: [call('a')] } }), { 'message/tool_calls/0/id': 'a' }],
    [
      'streamed Ollama',
      streamOf(...['a', 'b'].map((id) => ({ message: { tool_calls: [call(id)] } }))),
      { 'message/tool_calls/0/id': 'a', 'message/tool_calls/1/id': 'b' },
    ],
    ['nothing of ours', outcomeOf({ id: 'order-7', items: [{ id: 'a' }], message: { id: 'b' }, tool_calls: 'no' }), {}],
    ['an error', { kind: 'threw', error: encodeValue(new Error('429')) }, {}],
    ['a call that never ended', { kind: 'interrupted' }, {}],
    ['text', outcomeOf('call_1'), {}],
    ['a stream of text', streamOf('call_1', null), {}],
  ])('by %s', (_, outcome, expected) => {
    expect(minted(outcome)).toEqual(expected);
  });
});

describe('what a call is for', () => {
  it('is put together from a stream, wherever it was cut', () => {
    const parts = (...args: string[]): Outcome =>
      streamOf(
        delta([{ index: 0, id: 'a', type: 'function', function: { name: 'lookup', arguments: '' } }]),
        ...args.map((text) => delta([{ index: 0, function: { arguments: text } }])),
      );
    expect(contents(parts('{"q":', '1}'))).toEqual(contents(parts('{', '"q":1', '}')));
    expect(contents(parts('{"q":1}'))).not.toEqual(contents(parts('{"q":2}')));
    expect(contents(parts('{"q":1}'))).toEqual(contents(outcomeOf({ tool_calls: [call('a', '{"q":1}')] })));
  });

  it('is put together from the deltas of Anthropic', () => {
    const parts = (...args: string[]): Outcome =>
      streamOf(
        { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'lookup', input: {} } },
        ...args.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: text } })),
      );
    expect(contents(parts('{"q":', '1}'))).toEqual(contents(parts('{"q":1}')));
    expect(contents(parts('{"q":1}'))).not.toEqual(contents(parts('{"q":2}')));
  });

  it.each<[string, (said: string, id: string, callId: string) => Outcome, Outcome]>([
    [
      'Responses',
      (said, id, callId) =>
        outcomeOf({
          id,
          output: [
            { type: 'message', id: `msg_${id}`, content: said },
            { type: 'function_call', call_id: callId },
          ],
        }),
      streamOf({ type: 'response.created', response: { id: 'cut' } }),
    ],
    [
      'streamed Responses',
      (said, id, callId) =>
        streamOf(
          { type: 'response.created', response: { id } },
          { type: 'response.output_item.done', output_index: 0, item: { type: 'message', content: said } },
          { type: 'response.completed', response: { id, output: [{ type: 'message', content: said }, { call_id: callId }] } },
        ),
      streamOf({ type: 'response.created', response: { id: 'cut' } }, { type: 'response.output_item.done', output_index: 0, item: {} }),
    ],
    [
      'streamed Anthropic',
      (said, id, callId) =>
        streamOf(
          { type: 'message_start', message: { id, role: 'assistant' } },
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          ...[...said].map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
          { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: callId } },
          { type: 'message_stop' },
        ),
      streamOf({ type: 'message_start', message: { id: 'cut', role: 'assistant' } }),
    ],
  ])('and an answer is for all that it says: %s', (_, answer, cut) => {
    const contentOf = (outcome: Outcome, id: string): string | null | undefined => contents(outcome)[id];
    const one = contentOf(answer('hi', 'r1', 'c1'), 'r1');
    expect(one).toEqual(expect.any(String));
    expect(contentOf(answer('hi', 'r2', 'c2'), 'r2')).toBe(one);
    expect(contentOf(answer('ho', 'r2', 'c2'), 'r2')).not.toBe(one);
    expect(contentOf(cut, 'cut')).toBeNull();
  });

  it('is unknown where a stream of Responses was left before the item was whole', () => {
    const item = { type: 'function_call', call_id: 'c', name: 'lookup', arguments: '' };
    const added = { type: 'response.output_item.added', output_index: 0, item };
    const whole = { ...item, arguments: '{"q":1}' };
    expect(contents(streamOf(added))).toEqual({ c: null });
    expect(contents(streamOf(added, { type: 'response.completed', response: { output: [whole] } }))).toEqual(
      contents(outcomeOf({ output: [whole] })),
    );
  });
});

describe('ids stand in a request', () => {
  it.each<[string, unknown, unknown]>([
    [
      'of chat completions',
      {
        model: 'm',
        messages: [
          { role: 'assistant', tool_calls: [call('a')] },
          { role: 'tool', tool_call_id: 'a', content: 'a' },
        ],
      },
      {
        model: 'm',
        messages: [
          { role: 'assistant', tool_calls: [call('<a>')] },
          { role: 'tool', tool_call_id: '<a>', content: 'a' },
        ],
      },
    ],
    ['that is the list of messages', [{ role: 'tool', tool_call_id: 'a' }], [{ role: 'tool', tool_call_id: '<a>' }]],
    [
      'in camelCase',
      { messages: [{ toolCalls: [{ id: 'a', name: 'a' }] }, { toolCallId: 'a', name: 'a' }] },
      { messages: [{ toolCalls: [{ id: '<a>', name: 'a' }] }, { toolCallId: '<a>', name: 'a' }] },
    ],
    [
      'of Responses',
      {
        previous_response_id: 'r',
        input: [
          { id: 'fc', call_id: 'c', name: 'c' },
          { type: 'function_call_output', call_id: 'c', output: 'c' },
        ],
      },
      {
        previous_response_id: '<r>',
        input: [
          { id: '<fc>', call_id: '<c>', name: 'c' },
          { type: 'function_call_output', call_id: '<c>', output: 'c' },
        ],
      },
    ],
    [
      'of Anthropic',
      { messages: [{ content: [{ type: 'tool_use', id: 'a' }] }, { content: [{ type: 'tool_result', tool_use_id: 'a', content: 'a' }] }] },
      {
        messages: [
          { content: [{ type: 'tool_use', id: '<a>' }] },
          { content: [{ type: 'tool_result', tool_use_id: '<a>', content: 'a' }] },
        ],
      },
    ],
    [
      'of the AI SDK',
      {
        prompt: [
          { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', providerOptions: { openai: { itemId: 'fc' } } }] },
          { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', output: { type: 'text', value: 'a' } }] },
        ],
      },
      {
        prompt: [
          { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '<a>', providerOptions: { openai: { itemId: '<fc>' } } }] },
          { role: 'tool', content: [{ type: 'tool-result', toolCallId: '<a>', output: { type: 'text', value: 'a' } }] },
        ],
      },
    ],
  ])('%s', (_, request, expected) => {
    expect(marked(request)).toEqual(encodeValue(expected));
  });

  it.each<[string, unknown]>([
    ['ids of messages', { messages: [{ id: 'm1', role: 'user', content: 'hi' }] }],
    ['ids at the top', { id: 'x', conversation: 'c', metadata: { tool_call_id: 'a', call_id: 'b' } }],
    ['ids in arguments', { messages: [{ tool_calls: [{ function: { arguments: { id: 'order-1' } } }] }] }],
    ['numbers', { messages: [{ tool_call_id: 7 }], input: [{ id: 7 }] }],
    ['what is no list', { messages: { tool_call_id: 'a' }, input: 'id' }],
    ['tagged values', { messages: new Map([['tool_call_id', 'a']]), input: undefined }],
    ['nothing', null],
  ])('but are not %s', (_, request) => {
    const json = encodeValue(request);
    expect(marked(request)).toEqual(json);
    expect(idDialects.reduce((one, dialect) => mapIds(one, dialect, (id) => id), json)).toBe(json);
  });

  it('leaves messages without them the same objects', () => {
    const request = {
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'tool', tool_call_id: 'a' },
      ],
    };
    const [dialect] = idDialects;
    const changed = mapIds(request, dialect as IdDialect, () => 'b') as typeof request;
    expect(changed).toEqual({
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'tool', tool_call_id: 'b' },
      ],
    });
    expect(changed.messages[0]).toBe(request.messages[0]);
  });
});
