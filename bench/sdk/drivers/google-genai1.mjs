import { GoogleGenAI } from 'genai1';
import { genaiAgent } from '../src/genai-agent.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = '@google/genai 1';
export const packages = ['genai1'];

export const agent = genaiAgent(new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url, retryOptions: { attempts: 3 } } }));
