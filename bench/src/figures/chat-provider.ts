import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A provider of chat completions in a process of its own. */
export interface ChatProvider {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts it: it gives these answers in turn, each after so many milliseconds. */
export async function startChatProvider(answers: readonly string[], delayMs = 0): Promise<ChatProvider> {
  const server = fork(fileURLToPath(new URL('./chat-server.mjs', import.meta.url)), { execArgv: [] });
  server.send({ answers, delayMs });
  const [port] = (await once(server, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill();
      await once(server, 'exit');
    },
  };
}
