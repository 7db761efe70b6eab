import { createAnthropic } from '@ai-sdk/anthropic';
import * as ai from 'ai';
import { aiSdkAgent } from '../src/ai-sdk-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'ai 7, Anthropic';
export const packages = ['ai', '@ai-sdk/anthropic'];

const provider = createAnthropic({ apiKey, baseURL: `${url}/v1` });

export function agent({ model, streams }) {
  return aiSdkAgent(ai, provider(model), streams);
}
