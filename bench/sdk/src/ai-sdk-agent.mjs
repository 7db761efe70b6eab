import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import { description, getWeather, parameters, question } from './weather.mjs';

/** An agent of the AI SDK on this model. */
export async function aiSdkAgent(model, streams) {
  const asked = {
    model,
    prompt: question,
    stopWhen: isStepCount(5),
    tools: { get_weather: tool({ description, inputSchema: jsonSchema(parameters), execute: (input) => getWeather(input) }) },
  };
  if (!streams) return { text: (await generateText(asked)).text };
  const pieces = [];
  const result = streamText({ ...asked, onError: () => {} });
  for await (const part of result.fullStream) {
    if (part.type === 'error') throw part.error;
    pieces.push([part.type, part.text ?? null]);
  }
  return { text: await result.text, pieces };
}
