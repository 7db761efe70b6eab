import { ChatOpenAI } from '@langchain/openai';
import { langchainLoop } from '../src/langchain-loop.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = '@langchain/openai, responses';
export const packages = ['@langchain/openai', '@langchain/core'];

export function agent({ model, streams }) {
  const chat = new ChatOpenAI({ model, apiKey, configuration: { baseURL: `${url}/v1` }, useResponsesApi: true, maxRetries: 2 });
  return langchainLoop(chat, streams);
}
