import { GoogleGenAI } from '@google/genai';
import { genaiAgent } from '../src/genai-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = '@google/genai';
export const packages = ['@google/genai'];

export const agent = genaiAgent(new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url, retryOptions: { attempts: 3 } } }));
