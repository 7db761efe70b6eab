import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { currentRun, socketHost } from '@stepfork/interceptor';
import { SocketError } from './errors/socket-error.ts';

/** A socket that a replayed agent tried to open. */
export interface RefusedSocket {
  /** `api.example.com:443`, or the path of a local one. */
  readonly host: string;
  /** Where in the agent's code, innermost first. */
  readonly stack: readonly string[];
}

type Listener = (socket: RefusedSocket) => void;

const listeners = new AsyncLocalStorage<Listener>();
let uses = 0;
let undo = (): void => {};

/**
 * Runs `body`, the agent of a replay: it opens no socket, and whatever tries to gets an error as if nobody listened there. Bodies that run
 * for real are free, and so is all other work in this process.
 */
export async function refusingSockets<T>(listener: Listener, body: () => T): Promise<Awaited<T>> {
  if (uses === 0) undo = patchConnect();
  uses += 1;
  try {
    return await listeners.run(listener, body);
  } finally {
    uses -= 1;
    if (uses === 0) undo();
  }
}

/** The same for a process, from now on: whatever carries no listener along is refused, too, where `isRefused` says so. */
export function refuseSocketsOfProcess(listener: Listener, isRefused: (host: string) => boolean = () => true): void {
  ofProcess = { listener, isRefused };
  if (uses === 0) undo = patchConnect();
  uses += 1;
}

let ofProcess: { readonly listener: Listener; readonly isRefused: (host: string) => boolean } | null = null;

function patchConnect(): () => void {
  const real = Socket.prototype.connect;
  const connect = function connect(this: Socket, ...args: unknown[]): Socket {
    const own = listeners.getStore();
    const refuse = own ?? ofProcess?.listener;
    // In the body of a call that runs for real it is what the call does.
    if (refuse === undefined || currentRun()?.inside !== null) return Reflect.apply(real, this, args) as Socket;
    const host = socketHost(args);
    if (own === undefined && ofProcess?.isRefused(host) !== true) return Reflect.apply(real, this, args) as Socket;
    refuse({ host, stack: stackAbove(connect) });
    process.nextTick(() => this.destroy(new SocketError(host)));
    return this;
  } as typeof real;
  Socket.prototype.connect = connect;
  return () => {
    if (Socket.prototype.connect === connect) Socket.prototype.connect = real;
  };
}

function stackAbove(called: (...args: never[]) => unknown): readonly string[] {
  const { stackTraceLimit } = Error;
  const holder: { stack?: string } = {};
  Error.stackTraceLimit = 50;
  Error.captureStackTrace(holder, called);
  Error.stackTraceLimit = stackTraceLimit;
  const frames = (holder.stack ?? '').split('\n').slice(1);
  const own = frames.filter((frame) => !/\(node:|at node:|at new Promise/.test(frame)).map((frame) => frame.trim());
  return own.slice(0, 5);
}
