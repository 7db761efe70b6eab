import { description, getWeather, parameters, question } from './weather.mjs';

/** The tools of the agent, as chat completions have them. */
export const tools = [{ type: 'function', function: { name: 'get_weather', description, parameters } }];

/**
 * An agent that speaks chat completions. `messageOf({ model, messages, streams, pieces })` gives the next message of the model; what comes in parts
 * is put into `pieces` as well.
 */
export function chatLoop(messageOf) {
  return async ({ model, streams }) => {
    const messages = [{ role: 'user', content: question }];
    const pieces = [];
    for (;;) {
      const message = await messageOf({ model, messages, streams, pieces });
      messages.push(message);
      if (!message.tool_calls?.length) return { text: message.content, pieces };
      for (const { id, function: called } of message.tool_calls) {
        const content = JSON.stringify(await getWeather(JSON.parse(called.arguments)));
        messages.push({ role: 'tool', tool_call_id: id, content });
      }
    }
  };
}
