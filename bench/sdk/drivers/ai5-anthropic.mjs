import * as ai from 'ai5';
import { createAnthropic } from 'ai5-anthropic';
import { aiSdkAgent } from '../src/ai-sdk-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'ai 5, Anthropic';
export const packages = ['ai5', 'ai5-anthropic'];

const provider = createAnthropic({ apiKey, baseURL: `${url}/v1` });

export function agent({ model, streams }) {
  return aiSdkAgent(ai, provider(model), streams);
}
