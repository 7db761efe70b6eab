// One recorder in a process of its own, driven by messages: `{ conversations, url, folder }` first, then `'record'` or `'replay'`, each of which is
// answered with `{ ms, read }` or `{ error }`.
import { mkdirSync, rmSync } from 'node:fs';
import { converse } from './converse.mjs';

const peer = await import(`./peers/${process.argv[2]}.mjs`);
// Put aside before a run: within one, a reading of the clock is recorded.
const now = performance.now.bind(performance);
let order;

process.on('message', async (message) => {
  if (typeof message === 'object') {
    order = message;
    process.send('ready');
    return;
  }
  const { url, conversations, folder } = order;
  const talk = (own) => converse({ url, conversations, ...own });
  try {
    if (message === 'record') {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
    }
    globalThis.gc?.();
    const start = now();
    const read = await peer[message]({ url, folder, talk });
    process.send({ ms: now() - start, read });
  } catch (error) {
    process.send({ error: String(error?.message ?? error) });
  }
});
