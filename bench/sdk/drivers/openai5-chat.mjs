import OpenAI from 'openai5';
import { openaiChatAgent } from '../src/openai-chat-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'openai 5, chat completions';
export const packages = ['openai5'];

export const agent = openaiChatAgent(new OpenAI({ apiKey, baseURL: `${url}/v1` }));
