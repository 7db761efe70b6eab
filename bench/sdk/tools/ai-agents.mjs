import { apiKey, baseURL, findOrder, payBack } from './shop.mjs';

/** Agents on AI SDK 5, 6 or 7: `ai` is the module. */
export function aiAgents(ai, createOpenAI) {
  const tools = Object.fromEntries(
    [findOrder, payBack].map(({ name, description, schema, body }) => [
      name,
      ai.tool({ description, inputSchema: schema, execute: async (input) => body(input) }),
    ]),
  );
  const model = createOpenAI({ apiKey, baseURL }).chat('local');
  const settings = { model, tools, stopWhen: (ai.isStepCount ?? ai.stepCountIs)(9) };
  const Agent = ai.ToolLoopAgent ?? ai.Experimental_Agent;
  return {
    generateText: async (prompt) => shown(await ai.generateText({ ...settings, prompt })),
    async streamText(prompt) {
      const pieces = [];
      for await (const { type, text, toolName } of ai.streamText({ ...settings, prompt }).fullStream)
        pieces.push([type, text ?? toolName ?? null]);
      return pieces;
    },
    agent: async (prompt) => shown(await new Agent(settings).generate({ prompt })),
  };
}

function shown({ text, steps }) {
  return { text, results: steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output)) };
}
