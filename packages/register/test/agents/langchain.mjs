// Agents on LangChain and LangGraph as people write them: nothing in them knows of Stepfork.
import { z } from 'zod';
import { load, loadOther } from '../load.mjs';

const { HumanMessage, ToolMessage } = await load('@langchain/core/messages');
const { DynamicStructuredTool, StructuredTool, tool } = await load('@langchain/core/tools');
const { tool: otherTool } = await loadOther('@langchain/core/tools');
const { Command, END, MessagesAnnotation, START, StateGraph } = await load('@langchain/langgraph');
const { createReactAgent, ToolNode } = await load('@langchain/langgraph/prebuilt');
const { ChatOpenAI } = await load('@langchain/openai');
const { createAgent } = await load('langchain');
const schema = z.object({ city: z.string() });
const about = { name: 'get_weather', description: 'The weather of a city.', schema };

const chatAt = (url, model) => new ChatOpenAI({ model, apiKey: 'sk-local', configuration: { baseURL: `${url}/v1` } });

export const twoTools = {
  createAgent: (url, ran, plan) => async () =>
    said(await createAgent({ model: chatAt(url, 'gpt-each'), tools: alerting(ran, plan) }).invoke(asked(plan))),
  LangGraph: (url, ran, plan) => async () =>
    said(await createReactAgent({ llm: chatAt(url, 'gpt-each'), tools: alerting(ran, plan) }).invoke(asked(plan))),
};

function alerting(ran, { suffix = '', more = false, wrap = (tools) => tools }) {
  const toolOf = (name, city = z.string(), define = tool, rest = {}) =>
    define(
      async (input) => {
        ran.push(name);
        return `${name} ${input.city}`;
      },
      { name, description: name, schema: z.object({ city }), ...rest },
    );
  const alert = toolOf(
    'send_alert',
    z.string().overwrite((city) => city + suffix),
    otherTool,
    { returnDirect: true },
  );
  return wrap([toolOf('get_weather'), ...(more ? [toolOf('get_time')] : []), alert]);
}

const asked = ({ prompt = 'How is it in Paris?' }) => ({ messages: [{ role: 'user', content: prompt }] });
const said = ({ messages }) => messages.map((message) => [message.getType(), message.name ?? null, message.text]);

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
  const question = () => asked({});
  const chat = () => chatAt(url, 'gpt');
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
