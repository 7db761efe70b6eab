// Agents on LangChain and LangGraph as people write them: nothing in them knows of Stepfork.
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool, StructuredTool, tool } from '@langchain/core/tools';
import { Command, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { z } from 'zod';

const schema = z.object({ city: z.string() });
const about = { name: 'get_weather', description: 'The weather of a city.', schema };

/** `ran` takes down the bodies that ran. */
export function agentsOf(url, ran) {
  const body = async ({ city }) => {
    ran.push(city);
    return { city, celsius: 21 };
  };
  class Weather extends StructuredTool {
    name = about.name;
    description = about.description;
    schema = schema;
    #unit = 'C';
    async _call({ city }) {
      ran.push(city);
      return `21°${this.#unit} in ${city}`;
    }
  }
  const answersItself = tool(async ({ city }, { toolCall }) => {
    ran.push(city);
    return new Command({
      update: { messages: [new ToolMessage({ content: `21°C in ${city}`, tool_call_id: toolCall.id, name: 'get_weather' })] },
    });
  }, about);
  const failing = tool(() => {
    ran.push('fail');
    throw new RangeError('no such city');
  }, about);
  const question = () => ({ messages: [{ role: 'user', content: 'How is the weather in Paris?' }] });
  const chat = () => new ChatOpenAI({ model: 'gpt', apiKey: 'sk-local', configuration: { baseURL: `${url}/v1` } });
  const said = ({ messages }) => messages.map((message) => [message.getType(), message.name ?? null, message.text]);
  const created = (one) => async () => said(await createAgent({ model: chat(), tools: [one] }).invoke(question()));
  const graph = (one) => {
    const bound = chat().bindTools([one]);
    return new StateGraph(MessagesAnnotation)
      .addNode('model', async ({ messages }) => ({ messages: [await bound.invoke(messages)] }))
      .addNode('tools', new ToolNode([one]))
      .addEdge(START, 'model')
      .addConditionalEdges('model', ({ messages }) => (messages.at(-1).tool_calls?.length ? 'tools' : END))
      .addEdge('tools', 'model')
      .compile();
  };
  const weather = tool(body, about);
  return {
    created: created(weather),
    graph: async () => said(await graph(weather).invoke(question())),
    streamed: async () => {
      const pieces = [];
      for await (const [message] of await graph(weather).stream(question(), { streamMode: 'messages' }))
        pieces.push([message.getType(), message.text]);
      return pieces;
    },
    ofClass: created(new Weather()),
    structured: created(new DynamicStructuredTool({ ...about, func: body })),
    command: created(answersItself),
    loop: async () => {
      const bound = chat().bindTools([weather]);
      const messages = [new HumanMessage('How is the weather in Paris?')];
      for (;;) {
        const message = await bound.invoke(messages);
        messages.push(message);
        if (!message.tool_calls?.length) return message.text;
        for (const call of message.tool_calls) messages.push(await weather.invoke(call));
      }
    },
    failing: async () => said(await graph(failing).invoke(question())),
    parallel: async () => Promise.all([created(weather)(), created(weather)()]),
  };
}
