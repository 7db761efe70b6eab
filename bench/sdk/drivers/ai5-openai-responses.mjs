import * as ai from 'ai5';
import { createOpenAI } from 'ai5-openai';
import { aiSdkAgent } from '../src/ai-sdk-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'ai 5, OpenAI responses';
export const packages = ['ai5', 'ai5-openai'];

const provider = createOpenAI({ apiKey, baseURL: `${url}/v1` });

export function agent({ model, streams }) {
  return aiSdkAgent(ai, provider.responses(model), streams);
}
