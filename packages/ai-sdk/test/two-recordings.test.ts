import { record } from '@stepfork/interceptor';
import { comparableTrace } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import { diffTraces, type Trace } from '@stepfork/trace';
import { describe, expect, test } from 'vitest';
import { providerModel, toldStream, weatherTools } from './agents.ts';
import { type Major, majors } from './majors.ts';

type Settings = { readonly system?: string; readonly temperature?: number; readonly headers?: Record<string, string> };

const ways = {
  async generated({ sdk }: Major, options: Parameters<Major['sdk']['generateText']>[0]): Promise<unknown> {
    return (await sdk.generateText(options)).text;
  },
  async streamed({ sdk }: Major, options: Parameters<Major['sdk']['streamText']>[0]): Promise<unknown> {
    const { parts } = (await toldStream(sdk.streamText(options))) as { readonly parts: readonly { readonly type: string }[] };
    return parts.map(({ type }) => type);
  },
};

async function recorded(major: Major, way: (typeof ways)[keyof typeof ways], settings: Settings = {}): Promise<Trace> {
  const provider = await startProvider({ ids: 'random' });
  const model = providerModel(major, `${provider.url}/v1`, 'gpt');
  const options = { model, tools: weatherTools(major, []), prompt: 'How is the weather?', stopWhen: major.sdk.stepCountIs(4), ...settings };
  return record(async () => way(major, options), null).finally(() => provider.close());
}

describe.each(majors)('$name', (major) => {
  test.each(Object.entries(ways))('two recordings against random ids and times do not differ: %s', async (_name, way) => {
    const [one, other] = [await recorded(major, way), await recorded(major, way)];
    expect(one.steps).toHaveLength(3);
    expect(JSON.stringify(one.steps)).not.toBe(JSON.stringify(other.steps));
    expect(diffTraces(comparableTrace(one), comparableTrace(other))).toEqual([]);
  });

  test.each<[string, Settings]>([
    ['system prompt', { system: 'Be rude.' }],
    ['temperature', { temperature: 1 }],
    ['header that providers act on', { headers: { 'anthropic-beta': 'tools-2' } }],
  ])('another %s is a difference', async (_name, settings) => {
    const [one, other] = [await recorded(major, ways.generated), await recorded(major, ways.generated, settings)];
    expect(diffTraces(comparableTrace(one), comparableTrace(other))).not.toEqual([]);
  });
});
