import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { description, getWeather, parameters, question } from './weather.mjs';

export const weatherTool = tool((input) => getWeather(input), { name: 'get_weather', description, schema: parameters });

/** A loop around a chat model of LangChain. */
export async function langchainLoop(chat, streams) {
  const bound = chat.bindTools([weatherTool]);
  const messages = [new HumanMessage(question)];
  const pieces = [];
  for (;;) {
    const message = streams ? await streamed(bound, messages, pieces) : await bound.invoke(messages);
    messages.push(message);
    if (!message.tool_calls?.length) return { text: message.text, pieces };
    for (const { id, args } of message.tool_calls) {
      messages.push(new ToolMessage({ tool_call_id: id, content: JSON.stringify(await weatherTool.invoke(args)) }));
    }
  }
}

async function streamed(bound, messages, pieces) {
  let message;
  for await (const chunk of await bound.stream(messages)) {
    pieces.push(chunk.text);
    message = message === undefined ? chunk : message.concat(chunk);
  }
  return message;
}
