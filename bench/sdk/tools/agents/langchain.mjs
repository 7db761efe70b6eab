import { HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { apiKey, baseURL, findOrder, payBack } from '../shop.mjs';

const tools = [findOrder, payBack].map(({ body, ...about }) => tool(async (input) => body(input), about));
const chat = new ChatOpenAI({ model: 'local', apiKey, configuration: { baseURL }, useResponsesApi: false });
const bound = chat.bindTools(tools);
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await bound.invoke(messages)] }))
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'model')
  .addConditionalEdges('model', ({ messages }) => (messages.at(-1).tool_calls?.length ? 'tools' : END))
  .addEdge('tools', 'model')
  .compile();

export const agents = {
  createAgent: async (prompt) => shown((await createAgent({ model: chat, tools }).invoke(asked(prompt))).messages),
  langgraph: async (prompt) => shown((await graph.invoke(asked(prompt))).messages),
  async loop(prompt) {
    const messages = [new HumanMessage(prompt)];
    for (;;) {
      const message = await bound.invoke(messages);
      messages.push(message);
      if (!message.tool_calls?.length) return shown(messages);
      for (const call of message.tool_calls) messages.push(await tools.find(({ name }) => name === call.name).invoke(call));
    }
  },
};

function asked(prompt) {
  return { messages: [{ role: 'user', content: prompt }] };
}

function shown(messages) {
  return messages.map((message) => [message.getType(), message.text]);
}
