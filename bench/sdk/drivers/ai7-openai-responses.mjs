import { createOpenAI } from '@ai-sdk/openai';
import * as ai from 'ai';
import { aiSdkAgent } from '../src/ai-sdk-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'ai 7, OpenAI responses';
export const packages = ['ai', '@ai-sdk/openai'];

const provider = createOpenAI({ apiKey, baseURL: `${url}/v1` });

export function agent({ model, streams }) {
  return aiSdkAgent(ai, provider.responses(model), streams);
}
