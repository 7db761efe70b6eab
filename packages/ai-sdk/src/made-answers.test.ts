import { describe, expect, it } from 'vitest';
import { generateForm } from './generate-form.ts';
import { streamForm } from './stream-form.ts';

const v2 = { modelId: 'm', specificationVersion: 'v2' };
const v4 = { modelId: 'm', specificationVersion: 'v4' };
const options = { prompt: [] };
const call = { type: 'tool-call', toolCallId: 'a', toolName: 'lookup', input: '{"q":1}' };
const said = { type: 'text', text: 'It rains.' };

async function partsOf(answer: unknown): Promise<readonly unknown[]> {
  const parts: unknown[] = [];
  for await (const part of (answer as { readonly stream: ReadableStream<unknown> }).stream) parts.push(part);
  return parts;
}

describe('a declared answer', () => {
  it.each([
    ['a text', 'It rains.', [said]],
    ['a list of content', [said, call], [said, call]],
    ['an answer that lacks the rest', { content: [said] }, [said]],
    ['an answer whose content is a text', { content: 'It rains.' }, [said]],
    ['other data', { rain: true }, [{ type: 'text', text: '{"rain":true}' }]],
    ['nothing', null, []],
  ])('is whole: %s', (_, value, content) => {
    expect(generateForm(v4, options).made(value)).toMatchObject({ content, warnings: [], usage: { inputTokens: { total: undefined } } });
  });

  it('ends for the reason that its content has, said as the specification wants it', () => {
    expect(generateForm(v2, options).made([call])).toMatchObject({ finishReason: 'tool-calls', usage: { totalTokens: undefined } });
    expect(generateForm(v4, options).made([call])).toMatchObject({ finishReason: { unified: 'tool-calls' } });
    expect(generateForm(v2, options).made([{ ...call, providerExecuted: true }, said])).toMatchObject({ finishReason: 'stop' });
    expect(generateForm(v2, options).made({ content: [said], finishReason: 'length' })).toMatchObject({ finishReason: 'length' });
  });

  it('is streamed as a model would stream it', async () => {
    const response = { id: 'r', modelId: 'm', timestamp: new Date(0), headers: {}, body: {} };
    const content = [{ type: 'reasoning', text: 'hm' }, said, call, { type: 'source', id: 's' }];
    expect(await partsOf(streamForm(v2, options).made({ content, response, providerMetadata: { a: {} } }))).toEqual([
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', id: 'r', modelId: 'm', timestamp: new Date(0) },
      { type: 'reasoning-start', id: '0' },
      { type: 'reasoning-delta', id: '0', delta: 'hm' },
      { type: 'reasoning-end', id: '0' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'It rains.' },
      { type: 'text-end', id: '1' },
      { type: 'tool-input-start', id: 'a', toolName: 'lookup' },
      { type: 'tool-input-delta', id: 'a', delta: '{"q":1}' },
      { type: 'tool-input-end', id: 'a' },
      call,
      { type: 'source', id: 's' },
      { type: 'finish', finishReason: 'tool-calls', usage: expect.anything(), providerMetadata: { a: {} } },
    ]);
  });
});
