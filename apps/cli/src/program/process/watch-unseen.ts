import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import workerThreads from 'node:worker_threads';
import { type UnrecordedRequests, unrecordedRequests } from '@stepfork/http';
import { currentRun } from '@stepfork/interceptor';
import type { StartedChild } from '../exchange/process-notes.ts';
import { isPipeOfLauncher } from './process-role.ts';

/** What this process does that no trace holds. */
export interface Unseen {
  /** One line each, for people. */
  list(): readonly string[];
  readonly children: readonly StartedChild[];
}

// biome-ignore lint/suspicious/noExplicitAny: stands in the place of functions with many forms.
type AnyFunction = (...args: any[]) => any;

/** Takes note of it: requests that are in no trace, WebSockets, workers made of text, other processes. Nothing is held up. */
export function watchUnseen(): Unseen {
  const seen = new Set<string>();
  const webSockets = new Set<string>();
  const children: StartedChild[] = [];
  const isOwn = (): boolean => currentRun()?.inside === null;
  watchWebSocket((url) => {
    if (isOwn()) webSockets.add(hostOf(url));
  });
  watchWorker(() => seen.add('a worker made of a text (eval)'));
  watchChildren((child) => children.push(child));
  return {
    children,
    list: () => [
      ...[...webSockets].map((host) => `a WebSocket to ${host}`),
      ...seen,
      ...unrecordedRequests()
        .filter(({ host, why }) => why !== 'socket' || !(isPipeOfLauncher(host) || isOfWebSocket(host)))
        .map(lineOf),
    ],
  };

  function isOfWebSocket(host: string): boolean {
    return webSockets.has(host) || webSockets.has(host.replace(/:(?:443|80)$/, ''));
  }
}

/** What goes on belongs to a call of a tool or a model, and is in the trace by what that answers. */
function isOfCall(): boolean {
  const run = currentRun();
  return run !== null && run.inside !== null;
}

function lineOf({ host, why, count }: UnrecordedRequests): string {
  switch (why) {
    case 'side-traffic':
      return `reports about the agent to ${host} (${count})`;
    case 'other-client':
      return `${count} ${count === 1 ? 'request' : 'requests'} to ${host} by a client that is not recorded`;
    case 'socket':
      return `${count} ${count === 1 ? 'connection' : 'connections'} to ${host} that ${count === 1 ? 'is' : 'are'} not recorded (HTTP/2, a database, …)`;
  }
}

function watchWebSocket(opened: (url: unknown) => void): void {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  if (descriptor?.configurable !== true) return;
  const watched = (real: unknown): unknown =>
    typeof real !== 'function'
      ? real
      : new Proxy(real, {
          construct(target, args, newTarget) {
            opened(args[0]);
            return Reflect.construct(target, args, newTarget);
          },
        });
  let made: unknown;
  Object.defineProperty(globalThis, 'WebSocket', {
    configurable: true,
    enumerable: descriptor.enumerable ?? false,
    // Node makes it when it is first asked for.
    get() {
      made ??= watched(descriptor.get === undefined ? descriptor.value : Reflect.apply(descriptor.get, globalThis, []));
      return made;
    },
    set(value: unknown) {
      made = value;
    },
  });
}

function watchWorker(made: () => void): void {
  const { Worker } = workerThreads;
  const watched = new Proxy(Worker, {
    construct(target, args, newTarget) {
      if ((args[1] as { readonly eval?: boolean } | undefined)?.eval === true) made();
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
  (workerThreads as { Worker: unknown }).Worker = watched;
  syncBuiltinESMExports();
}

function watchChildren(started: (child: StartedChild) => void): void {
  const prototype = ChildProcess.prototype as unknown as { spawn: AnyFunction };
  const { spawn } = prototype;
  prototype.spawn = function (this: ChildProcess, ...args: unknown[]): unknown {
    const result: unknown = Reflect.apply(spawn, this, args);
    if (this.pid !== undefined) started({ pid: this.pid, file: basename(this.spawnfile), isOfCall: isOfCall() });
    return result;
  };
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    const real = childProcess[name] as AnyFunction;
    const watched = function (this: unknown, ...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(real, this, args);
      const pid = (result as { readonly pid?: number } | null)?.pid ?? null;
      started({ pid: name === 'spawnSync' ? pid : null, file: basename(String(args[0]).split(' ')[0] ?? ''), isOfCall: isOfCall() });
      return result;
    };
    Object.defineProperty(watched, 'name', { value: name });
    (childProcess as unknown as Record<string, unknown>)[name] = watched;
  }
  syncBuiltinESMExports();
}

function hostOf(url: unknown): string {
  try {
    return new URL(String(url)).host;
  } catch {
    return String(url);
  }
}
