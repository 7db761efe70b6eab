import { description, getWeather, parameters, question } from './weather.mjs';

/** An agent on this model, of the AI SDK 5, 6 or 7: `ai` is the module. */
export async function aiSdkAgent(ai, model, streams) {
  const asked = {
    model,
    prompt: question,
    stopWhen: (ai.isStepCount ?? ai.stepCountIs)(5),
    tools: { get_weather: ai.tool({ description, inputSchema: ai.jsonSchema(parameters), execute: (input) => getWeather(input) }) },
  };
  if (!streams) return { text: (await ai.generateText(asked)).text };
  const pieces = [];
  const result = ai.streamText({ ...asked, onError: () => {} });
  for await (const part of result.fullStream) {
    if (part.type === 'error') throw part.error;
    pieces.push([part.type, part.text ?? null]);
  }
  return { text: await result.text, pieces };
}
