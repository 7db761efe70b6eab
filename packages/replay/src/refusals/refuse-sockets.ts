import { Socket } from 'node:net';
import { socketHost } from '@stepfork/interceptor';
import { SocketError } from '../errors/socket-error.ts';
import { RefusingPatch, stackAbove } from './refusing-patch.ts';

/** A socket that a replayed agent tried to open. */
export interface RefusedSocket {
  /** `api.example.com:443`, or the path of a local one. */
  readonly host: string;
  /** Where in the agent's code, innermost first. */
  readonly stack: readonly string[];
}

interface Refuse {
  readonly listener: (socket: RefusedSocket) => void;
  readonly isRefused: (host: string) => boolean;
}

const sockets = new RefusingPatch<Refuse>(patchConnect);

/**
 * The agent of a replay with these guards opens no socket: whatever tries to gets an error as if nobody listened there. Bodies that run for real are
 * free, and so is all other work in this process. The returned function ends it.
 */
export function refuseSockets(guards: Map<object, unknown>, listener: Refuse['listener']): () => void {
  return sockets.ofReplay(guards, { listener, isRefused: () => true });
}

/** Keeps the guard in its place, where it lets all pass that belongs to no replay, until the returned function is called. */
export function holdSockets(): () => void {
  return sockets.hold();
}

/**
 * What this body does, and all that it starts, opens no socket of which `isRefused` says so. For what belongs to no run, such as the loading of
 * modules; while the guard is in its place, as it is in each replay.
 */
export function refuseSocketsOutside<T>(isRefused: Refuse['isRefused'], body: () => T): T {
  return sockets.outside({ listener: () => {}, isRefused }, body);
}

/** The same for a process, from now on: whatever carries no listener along is refused, too, where `isRefused` says so. */
export function refuseSocketsOfProcess(listener: Refuse['listener'], isRefused: Refuse['isRefused'] = () => true): void {
  sockets.ofProcess({ listener, isRefused });
}

function patchConnect(): () => void {
  const real = Socket.prototype.connect;
  const connect = function connect(this: Socket, ...args: unknown[]): Socket {
    const { refuse } = sockets;
    const host = refuse === null ? '' : socketHost(args);
    if (refuse?.isRefused(host) !== true) return Reflect.apply(real, this, args) as Socket;
    refuse.listener({ host, stack: stackAbove(connect) });
    process.nextTick(() => this.destroy(new SocketError(host)));
    return this;
  } as typeof real;
  Socket.prototype.connect = connect;
  return () => {
    if (Socket.prototype.connect === connect) Socket.prototype.connect = real;
  };
}
