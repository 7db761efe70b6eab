import { createOpenAI } from '@ai-sdk/openai';
import { aiSdkAgent } from '../src/ai-sdk-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'ai, OpenAI chat completions';
export const packages = ['ai', '@ai-sdk/openai'];

const provider = createOpenAI({ apiKey, baseURL: `${url}/v1` });

export function agent({ model, streams }) {
  return aiSdkAgent(provider.chat(model), streams);
}
