import OpenAI from 'openai';
import { openaiChatAgent } from '../src/openai-chat-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'openai, chat completions';
export const packages = ['openai'];

export const agent = openaiChatAgent(new OpenAI({ apiKey, baseURL: `${url}/v1` }));
