import { once } from 'node:events';
import got from 'got';
import { chatAgent } from '../src/chat-agent.mjs';

export const title = 'got';
export const packages = ['got'];

export const agent = chatAgent(({ url, body, streams }) => {
  const options = { json: body, retry: { limit: 1, methods: ['POST'] } };
  return streams ? opened(url, options).catch(() => opened(url, options)) : got.post(url, options).json();
});

/** Streams do not try again by themselves. */
async function opened(url, options) {
  const stream = got.stream.post(url, { ...options, retry: { limit: 0 } });
  await once(stream, 'response');
  return stream;
}
