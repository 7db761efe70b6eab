import { type Asked, argumentPieces, event, eventStream, json, type Reply, words } from './wire.ts';

/** Anthropic's messages. */
export function anthropicAnswer({ body: { model, stream }, call, mint }: Asked): Reply {
  const block =
    call === null
      ? { type: 'text', text: words.join('') }
      : { type: 'tool_use', id: `toolu_${mint()}`, name: call.name, input: call.input };
  const reason = call === null ? 'end_turn' : 'tool_use';
  const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = { id: `msg_${mint()}`, type: 'message', role: 'assistant', model, stop_sequence: null, usage };
  if (stream !== true) return json({ ...message, content: [block], stop_reason: reason });
  const send = (type: string, fields: object): string => event(type, { type, ...fields });
  const empty = call === null ? { type: 'text', text: '' } : { ...block, input: {} };
  const deltas =
    call === null
      ? words.map((text) => ({ type: 'text_delta', text }))
      : argumentPieces(call).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  return eventStream([
    send('message_start', { message: { ...message, content: [], stop_reason: null } }),
    send('ping', {}),
    send('content_block_start', { index: 0, content_block: empty }),
    ...deltas.map((delta) => send('content_block_delta', { index: 0, delta })),
    send('content_block_stop', { index: 0 }),
    send('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 5 } }),
    send('message_stop', {}),
  ]);
}
