import { createAnthropic } from '@ai-sdk/anthropic';
import { aiSdkAgent } from '../src/ai-sdk-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'ai, Anthropic';
export const packages = ['ai', '@ai-sdk/anthropic'];

const provider = createAnthropic({ apiKey, baseURL: `${url}/v1` });

export function agent({ model, streams }) {
  return aiSdkAgent(provider(model), streams);
}
