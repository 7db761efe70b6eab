import type { InitializeHook, LoadHook } from 'node:module';
import type { MessagePort } from 'node:worker_threads';

let port: MessagePort | null = null;

export const initialize: InitializeHook<MessagePort> = (given) => {
  port = given;
};

/** Module hook: tells which files Node loads as ES modules, which it reads past `node:fs`. */
export const load: LoadHook = (url, context, nextLoad) => {
  if (url.startsWith('file:')) port?.postMessage(url.replace(/[?#].*$/s, ''));
  return nextLoad(url, context);
};
