// An agent on the AI SDK as people write it: nothing in it knows of Stepfork.
const [sdk, compatible] = { 5: ['ai5', 'openai-compatible5'], 6: ['ai6', 'openai-compatible6'], 7: ['ai', '@ai-sdk/openai-compatible'] }[
  process.env.MAJOR
];
const { generateText, jsonSchema, stepCountIs, streamText, tool, ...rest } = await import(sdk);
const { createOpenAICompatible } = await import(compatible);
const Agent = rest.ToolLoopAgent ?? rest.Experimental_Agent;
const inputSchema = jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });

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
