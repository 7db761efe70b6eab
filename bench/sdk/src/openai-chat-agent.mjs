import { chatLoop, tools } from './chat-loop.mjs';

/** An agent on the client of OpenAI, of any version. */
export function openaiChatAgent(client) {
  return chatLoop(async ({ model, messages, streams, pieces }) => {
    if (!streams) return (await client.chat.completions.create({ model, messages, tools })).choices[0].message;
    const stream = client.chat.completions.stream({ model, messages, tools });
    for await (const { choices } of stream) pieces.push(choices[0]?.delta.content ?? null);
    return stream.finalMessage();
  });
}
