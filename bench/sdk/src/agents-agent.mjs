import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import { apiKey, description, getWeather, parameters, question, url } from './weather.mjs';

/** What runs agents of `@openai/agents`. */
export function agentsRunner(useResponses) {
  return new Runner({ modelProvider: new OpenAIProvider({ apiKey, baseURL: `${url}/v1`, useResponses }) });
}

export async function agentsAgent(runner, model, streams) {
  const weather = tool({ name: 'get_weather', description, parameters, strict: true, execute: (input) => getWeather(input) });
  const agent = new Agent({ name: 'weather', instructions: 'Be brief.', model, tools: [weather] });
  if (!streams) return { text: (await runner.run(agent, question)).finalOutput };
  const pieces = [];
  const result = await runner.run(agent, question, { stream: true });
  for await (const { type, data, name } of result) pieces.push([type, data?.type ?? name ?? null, data?.delta ?? null]);
  await result.completed;
  return { text: result.finalOutput, pieces };
}
