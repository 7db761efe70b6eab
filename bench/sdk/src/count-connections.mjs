import { once } from 'node:events';
import { createServer } from 'node:net';

/** Stands at the port of a provider that is down: hangs up on everybody, and counts who came. */
export async function countConnections(port) {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: async () => {
      server.close();
      await once(server, 'close');
      return count;
    },
  };
}
