// An agent on the AI SDK whose tool leaves a mark in the world.
import { appendFileSync } from 'node:fs';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';

export async function agent() {
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
