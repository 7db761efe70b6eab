import fetch from 'node-fetch';
import { chatAgent } from '../src/chat-agent.mjs';

export const title = 'node-fetch';
export const packages = ['node-fetch'];

export const agent = chatAgent(async ({ url, body, streams }) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const first = await fetch(url, init);
  const answer = first.status === 500 ? await fetch(url, init) : first;
  return streams ? answer.body : answer.json();
});
