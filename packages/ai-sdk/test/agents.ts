import { type WrapToolsOptions, wrapModel, wrapTools } from '@stepfork/ai-sdk';
import type { Tool } from 'ai';
import { z } from 'zod';
import type { Major } from './majors.ts';

/** Bodies that ran for real. */
export type Ran = string[];

type GenerateOptions = Parameters<Major['sdk']['generateText']>[0];
export type Model = Exclude<GenerateOptions['model'], string>;

/** A model of a provider on this machine, wrapped. */
export function providerModel({ createOpenAICompatible }: Major, url: string, modelId: string): Model {
  const apiKey = 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz';
  return wrapModel(createOpenAICompatible({ name: 'local', baseURL: url, apiKey, includeUsage: true })(modelId));
}

export function weatherTools({ sdk }: Major, ran: Ran, options: WrapToolsOptions<'get_weather'> = {}): { readonly get_weather: Tool } {
  const get_weather = sdk.tool({
    description: 'The weather of a city.',
    inputSchema: z.object({ city: z.string() }),
    async execute({ city }, { toolCallId, messages }) {
      if (typeof toolCallId !== 'string' || messages.length === 0) throw new Error('the options are missing');
      ran.push(`get_weather ${city}`);
      return { city, celsius: 21, at: new Date(0) };
    },
  });
  return wrapTools({ get_weather: get_weather as Tool }, options);
}

/** What the whole result says, ids and times of the SDK's own too. */
export function told(result: { readonly text: unknown; readonly steps: unknown; readonly response: unknown }): unknown {
  const { text, steps, response } = result;
  return structured({ text, steps, response });
}

/** Of headers only some are recorded, and how long a step took is measured. */
const hidden: ReadonlySet<string> = new Set(['headers', 'performance']);

/** As data: what is a getter, and what is of a class. */
function structured(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part: unknown) => (hidden.has(key) ? undefined : part)));
}

/** The same of a stream: all its parts, or what it broke off with. */
export async function toldStream({ fullStream }: { readonly fullStream: AsyncIterable<unknown> }): Promise<unknown> {
  const parts: unknown[] = [];
  let error: unknown = null;
  try {
    for await (const part of fullStream) parts.push(part);
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  return structured({ parts, error });
}
