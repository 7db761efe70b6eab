import OpenAI from 'openai5';
import { openaiResponsesAgent } from '../src/openai-responses-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'openai 5, responses';
export const packages = ['openai5'];

export const agent = openaiResponsesAgent(new OpenAI({ apiKey, baseURL: `${url}/v1` }));
