import { question } from './weather.mjs';

/** Runs a graph of LangGraph over messages, whose ids are made by the client. */
export async function graphAgent(graph, streams) {
  const input = { messages: [{ role: 'user', content: question }] };
  if (!streams) {
    const { messages } = await graph.invoke(input);
    return { text: messages.at(-1).text, ids: messages.map(({ id }) => id) };
  }
  const pieces = [];
  for await (const [message] of await graph.stream(input, { streamMode: 'messages' }))
    pieces.push([message.type, message.text, message.id]);
  return { text: pieces.at(-1)?.[1] ?? null, pieces };
}
