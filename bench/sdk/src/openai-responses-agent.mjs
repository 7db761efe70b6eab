import { description, getWeather, parameters, question } from './weather.mjs';

const tools = [{ type: 'function', name: 'get_weather', description, parameters, strict: true }];

/** What a driver runs, with a client of any version. */
export function openaiResponsesAgent(client) {
  return agent;

  async function agent({ model, streams }) {
    const input = [{ role: 'user', content: question }];
    const pieces = [];
    for (;;) {
      const { output, output_text: text } = streams
        ? await streamed(model, input, pieces)
        : await client.responses.create({ model, input, tools });
      const calls = output.filter(({ type }) => type === 'function_call');
      if (calls.length === 0) return { text, pieces };
      input.push(...output);
      for (const { call_id, arguments: given } of calls) {
        input.push({ type: 'function_call_output', call_id, output: JSON.stringify(await getWeather(JSON.parse(given))) });
      }
    }
  }

  async function streamed(model, input, pieces) {
    const stream = client.responses.stream({ model, input, tools });
    for await (const { type, delta } of stream) pieces.push([type, delta ?? null]);
    return stream.finalResponse();
  }
}
