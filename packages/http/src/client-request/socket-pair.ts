import { Duplex, duplexPair } from 'node:stream';

/** What clients do with a socket, beside reading and writing. */
export interface ClientSocket extends Duplex {
  setTimeout(ms: number, listener?: () => void): this;
}

/** A connection that stays in this process. */
export function socketPair(isSecure: boolean): { readonly client: ClientSocket; readonly server: Duplex } {
  const [client, server] = duplexPair();
  const { touched, ...members } = socketMembers(client);
  const { push, write } = Duplex.prototype;
  Object.assign(client, members, isSecure && secure, {
    push(...args: Parameters<typeof push>) {
      touched();
      return Reflect.apply(push, client, args);
    },
    write(...args: Parameters<typeof write>) {
      touched();
      return Reflect.apply(write, client, args);
    },
  });
  // An agent would keep it for the next request.
  client.once('free', () => client.destroy());
  client.once('close', () => server.destroy());
  server.on('error', () => {});
  return { client: client as ClientSocket, server };
}

const secure = { encrypted: true, authorized: true, getPeerCertificate: () => ({}), getProtocol: () => null };

function socketMembers(client: Duplex): Omit<ClientSocket, keyof Duplex> & { readonly touched: () => void } {
  let ms = 0;
  let timer: NodeJS.Timeout | undefined;
  const touched = (): void => {
    clearTimeout(timer);
    // The global one, which a replay has on its own clock.
    if (ms > 0 && !client.destroyed) timer = setTimeout(() => client.emit('timeout'), ms).unref();
  };
  client.once('close', () => clearTimeout(timer));
  const self = (): unknown => client;
  const members = {
    connecting: false,
    setTimeout(given: number, listener?: () => void): unknown {
      ms = given;
      if (listener !== undefined) {
        if (given === 0) client.off('timeout', listener);
        else client.once('timeout', listener);
      }
      touched();
      return client;
    },
    setNoDelay: self,
    setKeepAlive: self,
    ref: self,
    unref: self,
    touched,
  };
  return members as never;
}
