// What an agent on the AI SDK does. Its tool leaves a mark in the world.
import { appendFileSync } from 'node:fs';

export async function askWeather({ generateText, jsonSchema, stepCountIs, tool }, { createOpenAICompatible }) {
  const { text } = await generateText({
    model: createOpenAICompatible({ name: 'local', baseURL: `${process.env.PROVIDER_URL}/v1` })('gpt'),
    maxRetries: 0,
    stopWhen: stepCountIs(4),
    prompt: 'How is the weather in Paris?',
    tools: {
      get_weather: tool({
        inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
        execute({ city }) {
          appendFileSync(process.env.MARK, city);
          return { city, celsius: 21 };
        },
      }),
    },
  });
  return text;
}
