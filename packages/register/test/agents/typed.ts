// An agent on the AI SDK, in TypeScript.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, hasToolCall, jsonSchema, type Tool, tool } from 'ai';

interface Place {
  readonly city: string;
}

interface Plan {
  readonly prompt?: string;
  readonly suffix?: string;
  readonly more?: boolean;
}

export const twoTools = {
  typed:
    (url: string, ran: string[], { prompt = 'How is it in Paris?', suffix = '', more = false }: Plan) =>
    async (): Promise<readonly unknown[]> => {
      const toolOf = (name: string, behind = ''): Tool<Place, Place> =>
        tool({
          inputSchema: jsonSchema<Place>(
            { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
            { validate: (value) => ({ success: true, value: { city: `${(value as Place).city}${behind}` } }) },
          ),
          execute: async (place: Place) => {
            ran.push(name);
            return place;
          },
        });
      const { steps } = await generateText({
        model: createOpenAICompatible({ name: 'local', baseURL: `${url}/v1` })('gpt-each'),
        maxRetries: 0,
        stopWhen: hasToolCall('send_alert'),
        prompt,
        tools: {
          get_weather: toolOf('get_weather'),
          ...(more && { get_time: toolOf('get_time') }),
          send_alert: toolOf('send_alert', suffix),
        },
      });
      return steps.flatMap(({ toolResults }) => toolResults.map(({ output }): unknown => output));
    },
};
