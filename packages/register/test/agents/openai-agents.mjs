// Agents on the OpenAI Agents SDK as people write them: nothing in them knows of Stepfork.
import { z } from 'zod';
import { load, loadOther } from '../load.mjs';

const { Agent, handoff, OpenAIProvider, Runner, setTracingDisabled, tool } = await load('@openai/agents');
const { tool: otherTool } = await loadOther('@openai/agents');
setTracingDisabled(true);
const parameters = z.object({ city: z.string() });
const about = { name: 'get_weather', description: 'The weather of a city.', parameters };

const runnerOf = (url, useResponses) =>
  new Runner({ modelProvider: new OpenAIProvider({ apiKey: 'sk-local', baseURL: `${url}/v1`, useResponses }) });

export const twoTools = {
  run: (url, ran, plan) => async () => (await runnerOf(url, true).run(...alerting(ran, plan))).finalOutput,
  streamed: (url, ran, plan) => async () => {
    const result = await runnerOf(url, false).run(...alerting(ran, plan), { stream: true });
    await result.completed;
    return result.finalOutput;
  },
};

function alerting(ran, { prompt = 'How is it in Paris?', suffix = '', more = false, wrap = (define) => define }) {
  const toolOf = (name, city = z.string(), define = tool) =>
    wrap(define)({
      name,
      description: name,
      parameters: z.object({ city }),
      async execute(input) {
        ran.push(name);
        return `${name} ${input.city}`;
      },
    });
  const alert = toolOf(
    'send_alert',
    z.string().overwrite((city) => city + suffix),
    otherTool,
  );
  const tools = [toolOf('get_weather'), ...(more ? [toolOf('get_time')] : []), alert];
  const toolUseBehavior = { stopAtToolNames: ['send_alert'] };
  return [new Agent({ name: 'Alerter', instructions: 'Be brief.', model: 'gpt-each', tools, toolUseBehavior }), prompt];
}

/** `ran` takes down the bodies that ran. */
export function agentsOf(url, ran) {
  const runner = (useResponses) => runnerOf(url, useResponses);
  const weather = tool({
    ...about,
    async execute({ city }, context) {
      ran.push([city, typeof context]);
      return { city, celsius: 21 };
    },
  });
  const named = tool({
    description: about.description,
    parameters,
    execute: async function getWeather({ city }) {
      ran.push(city);
      return `21°C in ${city}`;
    },
  });
  const failing = tool({
    ...about,
    execute() {
      ran.push('fail');
      throw new RangeError('no such city');
    },
  });
  const agentWith = (tools, more = {}) => new Agent({ name: 'Weather', instructions: 'Be brief.', model: 'gpt', tools, ...more });
  const question = 'How is the weather in Paris?';
  const ask =
    (agent, useResponses = false) =>
    async () =>
      (await runner(useResponses).run(agent, question)).finalOutput;
  return {
    chat: ask(agentWith([weather])),
    responses: ask(agentWith([weather]), true),
    streamed: async () => {
      const pieces = [];
      const result = await runner(true).run(agentWith([weather]), question, { stream: true });
      for await (const { type, name } of result) pieces.push([type, name ?? null]);
      return [result.finalOutput, pieces];
    },
    named: ask(agentWith([named])),
    failing: ask(agentWith([failing])),
    handoff: async () => {
      const taker = new Agent({ name: 'Taker', instructions: 'Take it.', model: 'gpt' });
      const { finalOutput, lastAgent } = await runner(false).run(
        agentWith([], { handoffs: [handoff(taker, { onHandoff: () => void ran.push('handoff') })] }),
        question,
      );
      return [finalOutput, lastAgent.name];
    },
    asTool: ask(agentWith([agentWith([], { name: 'Inner' }).asTool({ toolName: 'ask_inner', toolDescription: 'Asks.', parameters })])),
    parallel: async () => Promise.all([1, 2].map(ask(agentWith([weather])))),
  };
}
