import { type Asked, json, type Reply } from './wire.ts';

/** What a collection holds is called by OpenAI, and how its ids begin. */
const kinds: Readonly<Record<string, readonly [object: string, prefix: string]>> = {
  files: ['file', 'file-'],
  conversations: ['conversation', 'conv_'],
  items: ['message', 'msg_'],
  assistants: ['assistant', 'asst_'],
  threads: ['thread', 'thread_'],
  messages: ['thread.message', 'msg_'],
  runs: ['thread.run', 'run_'],
  vector_stores: ['vector_store', 'vs_'],
  containers: ['container', 'cntr_'],
};

export const keptThings: RegExp = /\/(?:files|conversations|assistants|threads|vector_stores|containers)(?:\/|$)/;

/**
 * Things that a provider keeps for its user: what is made has a new id; what is asked for by its id has that; of a list there is one thing, which the provider
 * has made. Anthropic's call themselves by `type`.
 */
export function keptThing({ method, path, body, mint, seconds, isOfAnthropic }: Asked): Reply {
  const [, version = '', ...names] = path.split('/');
  const isOne = names.length % 2 === 0;
  const collection = names.at(isOne ? -2 : -1) ?? '';
  const [object, prefix] = kinds[collection] ?? [collection, `${version}_`];
  const kind = isOfAnthropic ? { type: object } : { object };
  const at = { created_at: seconds() };
  const below = names.length > 2 ? { [`${names[0]?.replace(/s$/, '')}_id`]: names[1] } : {};
  const thing = (id: string): object => ({ id, ...kind, ...at, ...below, name: body.name ?? null });
  // A thread and its first run at once.
  if (method === 'POST' && names.join('/') === 'threads/runs')
    return json({ ...thing(`run_${mint()}`), object: 'thread.run', thread_id: `thread_${mint()}`, status: 'completed' });
  if (isOne) return json({ ...thing(String(names.at(-1))), status: 'completed', completed_at: seconds() });
  if (method === 'POST') return json({ ...thing(`${prefix}${mint()}`), status: 'queued' });
  const said = {
    ...thing(`${prefix}${mint()}`),
    role: 'assistant',
    content: [{ type: 'text', text: { value: 'Done.', annotations: [] } }],
  };
  return json({ object: 'list', data: [said], first_id: null, last_id: null, has_more: false });
}
