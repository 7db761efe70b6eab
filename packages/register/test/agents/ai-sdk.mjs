// Agents on the AI SDK as people write them: nothing in them knows of Stepfork.
import { load } from '../load.mjs';

const packages = { 5: ['ai5', 'openai-compatible5'], 6: ['ai6', 'openai-compatible6'], 7: ['ai', '@ai-sdk/openai-compatible'] };
const sdkOf = async (major) => {
  const [sdk, compatible] = await Promise.all(packages[major].map(load));
  return { ...sdk, ...compatible };
};
const { MAJOR } = process.env;
const { createOpenAICompatible, generateText, jsonSchema, stepCountIs, streamText, tool, ...rest } = await sdkOf(MAJOR);
const Agent = rest.ToolLoopAgent ?? rest.Experimental_Agent;
const inputSchema = jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });

const [own, old] = await Promise.all([MAJOR, '5'].map(sdkOf));
const outputsOf = ({ steps }) => steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));

export const twoTools = {
  generateText: (url, ran, plan) => async () => outputsOf(await generateText(settingsOf(own, url, ran, plan))),
  streamText: (url, ran, plan) => async () => {
    const outputs = [];
    for await (const { type, output } of streamText(settingsOf(own, url, ran, plan)).fullStream)
      if (type === 'tool-result') outputs.push(output);
    return outputs;
  },
  // Another copy of the package is asked for the second half.
  twoCopies: (url, ran, plan) => async () => {
    const { tools, ...settings } = settingsOf(own, url, ran, plan);
    const { send_alert: _alert, ...reads } = tools;
    const first = await generateText({ ...settings, tools: reads, stopWhen: own.hasToolCall(Object.keys(reads).at(-1)) });
    const { tools: again, ...others } = settingsOf(old, url, ran, plan);
    return [...outputsOf(first), ...outputsOf(await old.generateText({ ...others, tools: { send_alert: again.send_alert } }))];
  },
};

function settingsOf(sdk, url, ran, { prompt = 'How is it in Paris?', suffix = '', more = false, wrap = asTheyAre }) {
  const toolOf = (name, validate) =>
    sdk.tool({
      inputSchema: sdk.jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }, { validate }),
      async execute({ city }) {
        ran.push(name);
        return { [name]: city };
      },
    });
  return {
    model: sdk.createOpenAICompatible({ name: 'local', baseURL: `${url}/v1` })('gpt-each'),
    maxRetries: 0,
    stopWhen: sdk.hasToolCall('send_alert'),
    prompt,
    tools: wrap({
      get_weather: toolOf('get_weather'),
      ...(more && { get_time: toolOf('get_time') }),
      send_alert: toolOf('send_alert', ({ city }) => ({ success: true, value: { city: city + suffix } })),
    }),
  };
}

function asTheyAre(tools) {
  return tools;
}

/** `ran` takes down the bodies that ran. */
export function agentsOf(url, ran) {
  const model = createOpenAICompatible({ name: 'local', baseURL: `${url}/v1` })('gpt');
  const get_weather = tool({
    inputSchema,
    async execute({ city }, { toolCallId }) {
      ran.push([city, typeof toolCallId]);
      return { city, celsius: 21 };
    },
  });
  const report = tool({
    inputSchema,
    async *execute({ city }) {
      ran.push(city);
      yield { city, state: 'asked' };
      yield { city, state: 'known' };
    },
  });
  const fail = tool({
    inputSchema,
    execute() {
      ran.push('fail');
      throw Object.assign(new RangeError('no such city'), { code: 'E_CITY' });
    },
  });
  const settings = { model, tools: { get_weather }, stopWhen: stepCountIs(4) };
  const prompt = 'How is the weather in Paris?';
  return {
    generated: async () => (await generateText({ ...settings, prompt })).text,
    streamed: async () => {
      const pieces = [];
      for await (const part of streamText({ ...settings, prompt }).fullStream) pieces.push([part.type, part.output ?? null]);
      return pieces;
    },
    pieces: async () => {
      const pieces = [];
      for await (const part of streamText({ ...settings, tools: { report }, prompt }).fullStream) {
        if (part.type === 'tool-result') pieces.push([part.output, part.preliminary ?? false]);
      }
      return pieces;
    },
    failing: async () =>
      (await generateText({ ...settings, tools: { fail }, prompt })).steps[0].content.flatMap(({ error }) =>
        error ? [[error.name, error.code]] : [],
      ),
    agent: async () => (await new Agent(settings).generate({ prompt })).text,
    agentStreamed: async () => {
      let text = '';
      for await (const piece of (await new Agent(settings).stream({ prompt })).textStream) text += piece;
      return text;
    },
    parallel: async () => Promise.all([1, 2].map(async () => (await generateText({ ...settings, prompt })).text)),
    // The agent of 5 cannot.
    ...(rest.ToolLoopAgent && {
      prepared: async () =>
        (
          await new Agent({ model, stopWhen: stepCountIs(4), prepareCall: (call) => ({ ...call, tools: { get_weather } }) }).generate({
            prompt,
          })
        ).text,
    }),
  };
}
