import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { graphAgent } from '../src/graph-agent.mjs';
import { weatherTool } from '../src/langchain-loop.mjs';
import { apiKey, url } from '../src/weather.mjs';

export const title = 'LangGraph';
export const packages = ['@langchain/langgraph', '@langchain/openai', '@langchain/core'];

export function agent({ model, streams }) {
  const chat = new ChatOpenAI({ model, apiKey, configuration: { baseURL: `${url}/v1` }, maxRetries: 2 }).bindTools([weatherTool]);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', async ({ messages }) => ({ messages: [await chat.invoke(messages)] }))
    .addNode('tools', new ToolNode([weatherTool]))
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) => (messages.at(-1).tool_calls?.length ? 'tools' : END))
    .addEdge('tools', 'model')
    .compile();
  return graphAgent(graph, streams);
}
