import { ChatAnthropic } from '@langchain/anthropic';
import { langchainLoop } from '../src/langchain-loop.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = '@langchain/anthropic';
export const packages = ['@langchain/anthropic', '@langchain/core'];

export function agent({ model, streams }) {
  return langchainLoop(new ChatAnthropic({ model, apiKey, anthropicApiUrl: url, maxRetries: 2 }), streams);
}
