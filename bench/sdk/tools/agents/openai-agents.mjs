import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import { apiKey, baseURL, findOrder, payBack } from '../shop.mjs';

const runner = new Runner({ modelProvider: new OpenAIProvider({ apiKey, baseURL, useResponses: true }) });
const tools = [findOrder, payBack].map(({ name, description, schema, body }) =>
  tool({ name, description, parameters: schema, execute: async (input) => body(input) }),
);
const clerk = new Agent({ name: 'clerk', model: 'local', tools });

export const agents = {
  run: async (prompt) => shown(await runner.run(clerk, prompt)),
  async stream(prompt) {
    const pieces = [];
    const result = await runner.run(clerk, prompt, { stream: true });
    for await (const { type, name } of result) pieces.push([type, name ?? null]);
    await result.completed;
    return { pieces, ...shown(result) };
  },
};

function shown({ finalOutput, newItems }) {
  return { text: finalOutput, results: newItems.flatMap(({ output }) => (output === undefined ? [] : [output])) };
}
