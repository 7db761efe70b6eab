import { chatLoop, tools } from './chat-loop.mjs';
import { url } from './weather.mjs';

// Errors of these clients hold the headers that were sent, and the agent prints them: a key would be another one in the replay.

/**
 * An agent that speaks chat completions by itself, with a plain HTTP client. `ask` sends one request: it gives the parsed answer, or its body as an
 * async iterable of bytes where `streams` is set.
 */
export function chatAgent(ask) {
  return chatLoop(async ({ model, messages, streams, pieces }) => {
    const answer = await ask({ url: `${url}/v1/chat/completions`, body: { model, stream: streams, messages, tools }, streams });
    return streams ? streamed(answer, pieces) : answer.choices[0].message;
  });
}

async function streamed(body, pieces) {
  const message = { role: 'assistant', content: null };
  for await (const data of events(body)) {
    const { content, tool_calls: calls = [] } = JSON.parse(data).choices[0]?.delta ?? {};
    pieces.push(content ?? null);
    if (content) message.content = (message.content ?? '') + content;
    for (const { index, id, function: called } of calls) {
      message.tool_calls ??= [];
      message.tool_calls[index] ??= { id, type: 'function', function: { name: called.name, arguments: '' } };
      message.tool_calls[index].function.arguments += called.arguments ?? '';
    }
  }
  return message;
}

async function* events(body) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.replace(/^data: /, '');
      if (data === '[DONE]') return;
      yield data;
    }
  }
}
