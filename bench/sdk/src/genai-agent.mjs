import { description, getWeather, parameters, question } from './weather.mjs';

const tools = [{ functionDeclarations: [{ name: 'get_weather', description, parametersJsonSchema: parameters }] }];

/** What a driver runs, with a client of any version. */
export function genaiAgent(client) {
  return agent;

  async function agent({ model, streams }) {
    const contents = [{ role: 'user', parts: [{ text: question }] }];
    const pieces = [];
    for (;;) {
      const asked = { model, contents, config: { tools } };
      const parts = streams ? await streamed(asked, pieces) : (await client.models.generateContent(asked)).candidates[0].content.parts;
      contents.push({ role: 'model', parts });
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
      if (calls.length === 0) return { text: parts.map(({ text }) => text).join(''), pieces };
      const results = [];
      for (const { name, args } of calls) results.push({ functionResponse: { name, response: await getWeather(args) } });
      contents.push({ role: 'user', parts: results });
    }
  }

  async function streamed(asked, pieces) {
    const parts = [];
    for await (const { candidates, text } of await client.models.generateContentStream(asked)) {
      pieces.push(text ?? null);
      parts.push(...candidates[0].content.parts);
    }
    return parts;
  }
}
