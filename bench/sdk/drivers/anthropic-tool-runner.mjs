import Anthropic from '@anthropic-ai/sdk';
import { apiKey, description, getWeather, parameters, question, url } from '../src/weather.mjs';

export const title = '@anthropic-ai/sdk, tool runner';
export const packages = ['@anthropic-ai/sdk'];

const client = new Anthropic({ apiKey, baseURL: url });
const run = async (input) => JSON.stringify(await getWeather(input));
const tools = [{ name: 'get_weather', description, input_schema: parameters, run, parse: (input) => input }];

export async function agent({ model, streams }) {
  const pieces = [];
  const runner = client.beta.messages.toolRunner({
    model,
    max_tokens: 99,
    messages: [{ role: 'user', content: question }],
    tools,
    stream: streams,
  });
  for await (const message of runner) {
    if (streams) for await (const { type, delta } of message) pieces.push([type, delta ?? null]);
  }
  const { content } = await runner.done();
  return { text: content.map(({ text }) => text).join(''), pieces };
}
