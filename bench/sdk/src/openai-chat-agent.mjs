import { description, getWeather, parameters, question } from './weather.mjs';

const tools = [{ type: 'function', function: { name: 'get_weather', description, parameters } }];

/** What a driver runs, with a client of any version. */
export function openaiChatAgent(client) {
  return agent;

  async function agent({ model, streams }) {
    const messages = [{ role: 'user', content: question }];
    const pieces = [];
    for (;;) {
      const message = streams ? await streamed(model, messages, pieces) : await whole(model, messages);
      messages.push(message);
      if (!message.tool_calls?.length) return { text: message.content, pieces };
      for (const { id, function: called } of message.tool_calls) {
        const content = JSON.stringify(await getWeather(JSON.parse(called.arguments)));
        messages.push({ role: 'tool', tool_call_id: id, content });
      }
    }
  }

  async function whole(model, messages) {
    const { choices } = await client.chat.completions.create({ model, messages, tools });
    return choices[0].message;
  }

  async function streamed(model, messages, pieces) {
    const stream = client.chat.completions.stream({ model, messages, tools });
    for await (const { choices } of stream) pieces.push(choices[0]?.delta.content ?? null);
    return stream.finalMessage();
  }
}
