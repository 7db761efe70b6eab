import OpenAI from 'openai6';
import { openaiResponsesAgent } from '../src/openai-responses-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'openai 6, responses';
export const packages = ['openai6'];

export const agent = openaiResponsesAgent(new OpenAI({ apiKey, baseURL: `${url}/v1` }));
