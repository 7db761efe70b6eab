import { createFetch } from '@stepfork/http';
import { expect, test } from 'vitest';
import { recordAndReplay } from './record-and-replay.ts';

const fetch = createFetch();
const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const contents = [{ role: 'user', parts: [{ text: 'Weather?' }] }];
const messages = [{ role: 'user', content: 'Weather?' }];

async function read(response: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) text += decoder.decode(bytes as Uint8Array, { stream: true });
  return text;
}

/** As ollama-js does: what comes after `done` is not waited for. */
async function untilDone(response: Response): Promise<unknown> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (let text = ''; ; ) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.includes('"done":true')) return text.split('"done":true')[0];
  }
}

const json = (response: Response): Promise<unknown> => response.json();

test.each<[string, string, string, unknown, (response: Response) => Promise<unknown>]>([
  ['Gemini', 'gemini', '/v1beta/models/gemini:generateContent?key=AIzaSyA-0123456789abcdefghijklmnopqrs', { contents }, json],
  ['Gemini, streaming', 'gemini', '/v1beta/models/gemini:streamGenerateContent?alt=sse', { contents }, read],
  ['Ollama', 'llama', '/api/chat', { model: 'llama', messages, stream: false }, json],
  ['Ollama, streaming, cut inside of characters', 'llama-split', '/api/chat', { model: 'llama-split', messages }, untilDone],
  ['OpenAI at a base URL of its own', 'gpt', '/some/proxy/chat/completions', { model: 'gpt', messages }, json],
  ['OpenAI at Azure', 'gpt-4o', '/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21', { messages }, json],
  ['Anthropic at a base URL without a version', 'claude', '/messages', { model: 'claude', max_tokens: 9, messages, stream: true }, read],
])('%s', async (_what, model, path, body, readAll) => {
  const { recorded } = await recordAndReplay((url) => async () => readAll(await post(url + path, body)), null);
  const [step] = recorded.steps;
  expect(step?.call).toMatchObject({ kind: 'model', name: model, input: { body } });
  expect(step?.outcome).toMatchObject({ kind: 'streamed', end: { kind: 'done' } });
  expect(JSON.stringify(recorded)).not.toContain('AIzaSy');
});
