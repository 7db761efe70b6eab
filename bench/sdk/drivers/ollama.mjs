import { Ollama } from 'ollama';
import { description, getWeather, parameters, question, url } from '../src/weather.mjs';

export const title = 'ollama';
export const packages = ['ollama'];

const client = new Ollama({ host: url });
const tools = [{ type: 'function', function: { name: 'get_weather', description, parameters } }];

export async function agent({ model, streams }) {
  const messages = [{ role: 'user', content: question }];
  const pieces = [];
  for (;;) {
    const asked = { model, messages, tools };
    const message = streams ? await streamed(asked, pieces) : (await client.chat({ ...asked, stream: false })).message;
    messages.push(message);
    if (!message.tool_calls?.length) return { text: message.content, pieces };
    for (const { function: called } of message.tool_calls) {
      messages.push({ role: 'tool', tool_name: called.name, content: JSON.stringify(await getWeather(called.arguments)) });
    }
  }
}

async function streamed(asked, pieces) {
  const whole = { role: 'assistant', content: '' };
  for await (const { message } of await client.chat({ ...asked, stream: true })) {
    pieces.push(message.content);
    whole.content += message.content;
    if (message.tool_calls) whole.tool_calls = [...(whole.tool_calls ?? []), ...message.tool_calls];
  }
  return whole;
}
