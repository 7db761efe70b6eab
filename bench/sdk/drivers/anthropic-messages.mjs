import Anthropic from '@anthropic-ai/sdk';
import { apiKey, description, getWeather, parameters, question, url } from '../src/weather.mjs';

export const title = '@anthropic-ai/sdk, messages';
export const packages = ['@anthropic-ai/sdk'];

const client = new Anthropic({ apiKey, baseURL: url });
const tools = [{ name: 'get_weather', description, input_schema: parameters }];

export async function agent({ model, streams }) {
  const messages = [{ role: 'user', content: question }];
  const pieces = [];
  for (;;) {
    const asked = { model, max_tokens: 99, messages, tools };
    const { content } = streams ? await streamed(asked, pieces) : await client.messages.create(asked);
    messages.push({ role: 'assistant', content });
    const calls = content.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return { text: content.map(({ text }) => text).join(''), pieces };
    const results = [];
    for (const { id, input } of calls) {
      results.push({ type: 'tool_result', tool_use_id: id, content: JSON.stringify(await getWeather(input)) });
    }
    messages.push({ role: 'user', content: results });
  }
}

async function streamed(asked, pieces) {
  const stream = client.messages.stream(asked);
  for await (const { type, delta } of stream) pieces.push([type, delta ?? null]);
  return stream.finalMessage();
}
