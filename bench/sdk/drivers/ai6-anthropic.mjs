import * as ai from 'ai6';
import { createAnthropic } from 'ai6-anthropic';
import { aiSdkAgent } from '../src/ai-sdk-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'ai 6, Anthropic';
export const packages = ['ai6', 'ai6-anthropic'];

const provider = createAnthropic({ apiKey, baseURL: `${url}/v1` });

export function agent({ model, streams }) {
  return aiSdkAgent(ai, provider(model), streams);
}
