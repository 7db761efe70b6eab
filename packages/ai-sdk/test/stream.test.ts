import { wrapModel, wrapTools } from '@stepfork/ai-sdk';
import { record } from '@stepfork/interceptor';
import { startProvider } from '@stepfork/testkit';
import type { Json, Trace } from '@stepfork/trace';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Model, providerModel, type Ran, toldStream, weatherTools } from './agents.ts';
import { type Major, majors } from './majors.ts';
import { recordAndReplay, replayOf } from './record-and-replay.ts';

const prompt = 'How is the weather in Paris?';
const quiet = { onError: () => {} };

/** The parts of the first step, its head first. */
function partsOf({ steps }: Trace, step = 0): readonly Json[] {
  const outcome = steps[step]?.outcome;
  return outcome?.kind === 'streamed' ? outcome.chunks.map(({ value }) => value) : [];
}

function typesOf(trace: Trace, step = 0): readonly unknown[] {
  return partsOf(trace, step).map((part) => (part as { readonly type?: string }).type);
}

/** A model that streams what it is given; what is a function is called first. */
function streaming({ specificationVersion }: Major, parts: readonly (object | (() => unknown))[]): Model {
  const doStream = async (): Promise<object> => {
    let at = 0;
    const stream = new ReadableStream({
      async pull(controller) {
        for (let part = parts[at]; typeof part === 'function'; part = parts[++at]) await part();
        const part = parts[at++];
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
    });
    return { stream };
  };
  const doGenerate = async (): Promise<never> => Promise.reject(new Error('not generated'));
  const model = { specificationVersion, provider: 'here', modelId: 'streaming', supportedUrls: {}, doGenerate, doStream };
  return wrapModel(model as never);
}

function finish({ specificationVersion }: Major): object {
  const isFlat = specificationVersion === 'v2';
  const usage = isFlat ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 } : { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  return { type: 'finish', finishReason: isFlat ? 'stop' : { unified: 'stop', raw: 'stop' }, usage };
}

describe.each(majors)('$name, streamText', (major) => {
  const { streamText, stepCountIs } = major.sdk;
  const loop = (ran: Ran, modelId: string) => (url: string) => async () => {
    const model = providerModel(major, url, modelId);
    return toldStream(streamText({ model, tools: weatherTools(major, ran), stopWhen: stepCountIs(4), prompt, maxRetries: 1, ...quiet }));
  };

  test.each(['gpt', 'split', 'gzip', 'split-br', 'slow', 'fail500'])('a loop of tools over a server that is %s', async (modelId) => {
    const ran: Ran = [];
    const { recorded } = await recordAndReplay(loop(ran, modelId));
    expect(ran).toEqual(['get_weather Paris']);
    const kinds = recorded.steps.filter(({ outcome }) => outcome.kind !== 'threw').map(({ call }) => call.kind);
    expect(kinds).toEqual(['model', 'tool', 'model']);
    const last = recorded.steps.length - 1;
    expect(typesOf(recorded, last).slice(1, 3)).toEqual(['stream-start', 'response-metadata']);
    expect(typesOf(recorded, last)).toContain('text-delta');
    expect(typesOf(recorded, last).at(-1)).toBe('finish');
    expect(recorded.steps[last]?.outcome).toMatchObject({ kind: 'streamed', stream: 'parts', end: { kind: 'done' } });
    expect(recorded.steps[last]?.call.input).toMatchObject({ stream: true });
    expect(JSON.stringify(recorded)).not.toMatch(/sk-proj-|session=/);
  });

  test('a connection that was cut is cut at the same place', async () => {
    const { recorded } = await recordAndReplay(loop([], 'cut'));
    expect(recorded.steps[0]?.outcome).toMatchObject({ kind: 'streamed', end: { kind: 'threw' } });
    expect(JSON.stringify(recorded.outcome)).toContain('"error"');
  });

  test('parts reach the agent as they come', async () => {
    const order: string[] = [];
    const model = streaming(major, [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'one' },
      () => new Promise((resolve) => setTimeout(resolve, 20)),
      () => order.push('produced two'),
      { type: 'text-delta', id: '0', delta: 'two' },
      { type: 'text-end', id: '0' },
      finish(major),
    ]);
    await record(async () => {
      for await (const text of streamText({ model, prompt }).textStream) order.push(`got ${text}`);
    }, null);
    expect(order).toEqual(['got one', 'produced two', 'got two']);
  });

  test('an error part is an error of the SDK again', async () => {
    const error = Object.assign(new Error('overloaded'), {
      name: 'AI_APICallError',
      statusCode: 529,
      responseHeaders: { 'set-cookie': 'session=abc' },
    });
    for (const name of ['vercel.ai.error', 'vercel.ai.error.AI_APICallError']) Object.assign(error, { [Symbol.for(name)]: true });
    const told: unknown[] = [];
    const model = streaming(major, [{ type: 'stream-start', warnings: [] }, { type: 'error', error }, finish(major)]);
    const { recorded } = await recordAndReplay(() => async () => {
      for await (const part of streamText({ model, prompt, ...quiet }).fullStream) {
        if (part.type !== 'error') continue;
        const { name, message } = part.error as Error;
        told.push([name, message, Reflect.get(part.error as object, Symbol.for('vercel.ai.error.AI_APICallError'))]);
      }
      return 'read';
    });
    expect(told).toEqual([
      ['AI_APICallError', 'overloaded', true],
      ['AI_APICallError', 'overloaded', true],
    ]);
    expect(JSON.stringify(recorded)).not.toContain('session=abc');
  });

  test('what the agent broke off ends there, and is broken off again', async () => {
    const agent = (url: string) => async () => {
      const leaving = new AbortController();
      const texts: string[] = [];
      const model = providerModel(major, url, 'slow');
      const { fullStream } = streamText({ model, prompt, abortSignal: leaving.signal, ...quiet });
      try {
        for await (const part of fullStream) {
          texts.push(part.type);
          if (part.type === 'text-delta') leaving.abort();
        }
      } catch (error) {
        texts.push((error as Error).name);
      }
      return texts;
    };
    const { recorded } = await recordAndReplay(agent);
    expect(recorded.steps[0]?.outcome).toMatchObject({ kind: 'streamed', end: { kind: 'cancelled' } });
    expect(typesOf(recorded)).not.toContain('finish');
  });

  test('a server that never answers', async () => {
    const { recorded } = await recordAndReplay((url) => async () => {
      const parts: string[] = [];
      const model = providerModel(major, url, 'stall');
      const { fullStream } = streamText({ model, prompt, abortSignal: AbortSignal.timeout(50), ...quiet });
      try {
        for await (const part of fullStream) parts.push(part.type);
      } catch (error) {
        parts.push((error as Error).name);
      }
      return parts;
    });
    expect(recorded.steps[0]?.outcome).toMatchObject({ kind: 'streamed', chunks: [], end: { kind: 'cancelled' } });
  });

  test('dates, bytes and addresses come back as what they are', async () => {
    const raw = { at: new Date(5), bytes: new Uint8Array([1, 2]), url: new URL('https://example.com/a') };
    const model = streaming(major, [{ type: 'stream-start', warnings: [] }, { type: 'raw', rawValue: raw }, finish(major)]);
    const seen: unknown[] = [];
    await recordAndReplay(() => async () => {
      for await (const part of streamText({ model, prompt, includeRawChunks: true }).fullStream)
        if (part.type === 'raw') seen.push(part.rawValue);
      return 'read';
    });
    expect(seen).toEqual([raw, raw]);
  });

  test('a tool that answers bit by bit does so again', async () => {
    let ran = 0;
    const agent = (url: string) => async () => {
      const get_weather = major.sdk.tool({
        inputSchema: z.object({ city: z.string() }),
        async *execute({ city }: { city: string }) {
          ran += 1;
          yield { city, state: 'loading' };
          yield { city, state: 'ready' };
        },
      });
      const tools = wrapTools({ get_weather });
      return toldStream(streamText({ model: providerModel(major, url, 'gpt'), tools, stopWhen: stepCountIs(4), prompt }));
    };
    const { recorded } = await recordAndReplay(agent);
    expect(ran).toBe(1);
    expect(recorded.steps[1]?.outcome).toMatchObject({
      kind: 'streamed',
      chunks: [{ value: { state: 'loading' } }, { value: { state: 'ready' } }],
    });
    const { parts } = (recorded.outcome as unknown as { value: { parts: readonly { type: string; preliminary?: boolean }[] } }).value;
    expect(parts.filter(({ type, preliminary }) => type === 'tool-result' && preliminary === true)).toHaveLength(2);
  });
});

test('outside of a run the stream of the model itself is given', async () => {
  for (const major of majors) {
    const provider = await startProvider();
    const { textStream } = major.sdk.streamText({ model: providerModel(major, `${provider.url}/v1`, 'gpt'), prompt });
    let text = '';
    for await (const piece of textStream) text += piece;
    await provider.close();
    expect(text).not.toBe('');
  }
});

test('a replay without an answer for a stream is refused, and says so', async () => {
  for (const major of majors) {
    const trunk = await record(async () => null, null);
    const replayed = await replayOf(trunk, async () => {
      const { fullStream } = major.sdk.streamText({ model: providerModel(major, 'http://127.0.0.1:1/v1', 'gpt'), prompt, ...quiet });
      for await (const _ of fullStream);
    });
    expect(replayed.stop).toMatchObject({ reason: 'diverged' });
  }
});
