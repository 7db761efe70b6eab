import * as ai from 'ai6';
import { createOpenAI } from 'ai6-openai';
import { aiSdkAgent } from '../src/ai-sdk-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'ai 6, OpenAI responses';
export const packages = ['ai6', 'ai6-openai'];

const provider = createOpenAI({ apiKey, baseURL: `${url}/v1` });

export function agent({ model, streams }) {
  return aiSdkAgent(ai, provider.responses(model), streams);
}
