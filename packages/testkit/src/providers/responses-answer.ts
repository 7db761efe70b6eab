import { type Asked, argumentPieces, event, eventStream, json, type Reply, type ToolCall, words } from './wire.ts';

/** OpenAI's responses. */
export function responsesAnswer({ body, call, mint, seconds }: Asked): Reply {
  const item = call === null ? messageItem(mint) : callItem(call, mint);
  const whole = responseOf(body, item, `resp_${mint()}`, seconds());
  if (body.stream !== true) return json(whole);
  let count = 0;
  const send = (type: string, fields: object): string => event(type, { type, sequence_number: count++, ...fields });
  const open = { ...whole, status: 'in_progress', output: [], usage: null };
  return eventStream([
    send('response.created', { response: open }),
    send('response.in_progress', { response: open }),
    ...(call === null ? messageEvents(item, send) : callEvents(item, call, send)),
    send('response.completed', { response: whole }),
  ]);
}

type Send = (type: string, fields: object) => string;

interface Item {
  readonly id: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

function messageItem(mint: () => string): Item {
  const content = [{ type: 'output_text', text: words.join(''), annotations: [], logprobs: [] }];
  return { id: `msg_${mint()}`, type: 'message', status: 'completed', role: 'assistant', content };
}

function callItem({ name, input }: ToolCall, mint: () => string): Item {
  return {
    id: `fc_${mint()}`,
    type: 'function_call',
    status: 'completed',
    arguments: JSON.stringify(input),
    call_id: `call_${mint()}`,
    name,
  };
}

function responseOf({ model, instructions = null, tools = [] }: Asked['body'], item: Item, id: string, createdAt: number): object {
  return {
    id,
    object: 'response',
    created_at: createdAt,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions,
    max_output_tokens: null,
    model,
    output: [item],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools,
    top_p: 1,
    truncation: 'disabled',
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    },
    user: null,
    metadata: {},
  };
}

function messageEvents(item: Item, send: Send): readonly string[] {
  const at = { item_id: item.id, output_index: 0, content_index: 0 };
  const [part] = item.content as readonly object[];
  return [
    send('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } }),
    send('response.content_part.added', { ...at, part: { type: 'output_text', text: '', annotations: [], logprobs: [] } }),
    ...words.map((delta) => send('response.output_text.delta', { ...at, delta, logprobs: [] })),
    send('response.output_text.done', { ...at, text: words.join(''), logprobs: [] }),
    send('response.content_part.done', { ...at, part }),
    send('response.output_item.done', { output_index: 0, item }),
  ];
}

function callEvents(item: Item, call: ToolCall, send: Send): readonly string[] {
  const at = { item_id: item.id, output_index: 0 };
  return [
    send('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', arguments: '' } }),
    ...argumentPieces(call).map((delta) => send('response.function_call_arguments.delta', { ...at, delta })),
    send('response.function_call_arguments.done', { ...at, arguments: item.arguments, name: item.name }),
    send('response.output_item.done', { output_index: 0, item }),
  ];
}
