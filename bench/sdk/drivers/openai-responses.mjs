import OpenAI from 'openai';
import { openaiResponsesAgent } from '../src/openai-responses-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'openai, responses';
export const packages = ['openai'];

export const agent = openaiResponsesAgent(new OpenAI({ apiKey, baseURL: `${url}/v1` }));
