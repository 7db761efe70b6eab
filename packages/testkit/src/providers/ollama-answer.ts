import { type Asked, json, type Reply, words } from './wire.ts';

/** Ollama's `/api/chat`: JSON lines. */
export function ollamaAnswer({ body: { model, stream }, call: asked, seconds }: Asked): Reply {
  const base = { model, created_at: new Date(seconds() * 1000).toISOString() };
  const said = (content: string): object => ({ role: 'assistant', content });
  const call = { role: 'assistant', content: '', tool_calls: [{ function: { name: asked?.name, arguments: asked?.input } }] };
  if (stream === false) {
    return json({ ...base, message: asked === null ? said(words.join('')) : call, done: true, done_reason: 'stop' });
  }
  const messages = asked === null ? words.map(said) : [call];
  const lines = [
    ...messages.map((message) => ({ ...base, message, done: false })),
    { ...base, message: said(''), done: true, done_reason: 'stop' },
  ];
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, chunks: lines.map((line) => `${JSON.stringify(line)}\n`) };
}
