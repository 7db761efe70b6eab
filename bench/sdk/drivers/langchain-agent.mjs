import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { graphAgent } from '../src/graph-agent.mjs';
import { weatherTool } from '../src/langchain-loop.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'langchain, `createAgent`';
export const packages = ['langchain', '@langchain/langgraph', '@langchain/openai', '@langchain/core'];

export function agent({ model, streams }) {
  const chat = new ChatOpenAI({ model, apiKey, configuration: { baseURL: `${url}/v1` }, maxRetries: 2 });
  return graphAgent(createAgent({ model: chat, tools: [weatherTool] }), streams);
}
