import { type Asked, argumentPieces, event, eventStream, json, type Reply, words } from './wire.ts';

/** OpenAI's chat completions. */
export function chatAnswer({ body, call: asked, mint, seconds }: Asked): Reply {
  const { model, stream, stream_options: options } = body;
  const id = `chatcmpl-${mint()}`;
  const created = seconds();
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const call = { id: `call_${mint()}`, type: 'function', function: { name: asked?.name, arguments: JSON.stringify(asked?.input) } };
  if (stream !== true) {
    const message =
      asked === null ? { role: 'assistant', content: words.join('') } : { role: 'assistant', content: null, tool_calls: [call] };
    const choice = { index: 0, message, finish_reason: asked === null ? 'stop' : 'tool_calls', logprobs: null };
    return json({ id, object: 'chat.completion', created, model, choices: [choice], usage });
  }
  const chunk = (delta: object, finish: string | null = null): string =>
    event(null, { id, object: 'chat.completion.chunk', created, model, choices: [{ index: 0, delta, finish_reason: finish }] });
  const deltas =
    asked === null
      ? [chunk({ role: 'assistant', content: '' }), ...words.map((content) => chunk({ content })), chunk({}, 'stop')]
      : [
          chunk({ role: 'assistant', content: null }),
          chunk({ tool_calls: [{ index: 0, id: call.id, type: 'function', function: { name: asked.name, arguments: '' } }] }),
          ...argumentPieces(asked).map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
          chunk({}, 'tool_calls'),
        ];
  const wantsUsage = (options as { readonly include_usage?: boolean } | undefined)?.include_usage === true;
  const last = event(null, { id, object: 'chat.completion.chunk', created, model, choices: [], usage });
  return eventStream([...deltas, ...(wantsUsage ? [last] : []), event(null, '[DONE]')]);
}
