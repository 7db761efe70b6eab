import OpenAI from 'openai6';
import { openaiChatAgent } from '../src/openai-chat-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'openai 6, chat completions';
export const packages = ['openai6'];

export const agent = openaiChatAgent(new OpenAI({ apiKey, baseURL: `${url}/v1` }));
