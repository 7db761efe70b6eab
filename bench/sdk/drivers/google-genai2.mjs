import { GoogleGenAI } from 'genai2';
import { genaiAgent } from '../src/genai-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = '@google/genai 2';
export const packages = ['genai2'];

export const agent = genaiAgent(new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url, retryOptions: { attempts: 3 } } }));
