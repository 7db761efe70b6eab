import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';
import { currentRun } from '@stepfork/interceptor';
import { childEnvironment, environmentKeys, nameVariable, type OfProgram } from './child-environment.ts';

/** Which one a process is among those that its program starts: `2.1` is the first one that the second one started. The same in each run that starts them in this order. */
export interface ProcessName {
  /** Empty for one that no process of ours has started. */
  readonly path: string;
  /** The call of its parent in whose body it was started; `null`: in none. */
  readonly inside: number | null;
}

// biome-ignore lint/suspicious/noExplicitAny: stands in the place of functions with many forms.
type AnyFunction = (...args: any[]) => any;

export function ownProcessName(): ProcessName {
  const [path = '', inside] = (process.env[nameVariable] ?? '').split('@');
  return { path, inside: inside === undefined ? null : Number(inside) };
}

/** Tells each process and each worker that this one starts which one it is, and to which program it belongs. */
export function nameStartedProcesses(program: OfProgram): void {
  const { path } = ownProcessName();
  let started = 0;
  const nextName = (): string => {
    started += 1;
    const step = currentRun()?.step ?? null;
    return `${path === '' ? '' : `${path}.`}${started}${step === null ? '' : `@${step}`}`;
  };
  const prototype = ChildProcess.prototype as unknown as { spawn: AnyFunction };
  const { spawn } = prototype;
  prototype.spawn = function (this: ChildProcess, ...args: unknown[]): unknown {
    const [options, ...rest] = args as [{ readonly envPairs?: readonly string[] } | undefined, ...unknown[]];
    const pairs = options?.envPairs;
    if (pairs === undefined) return Reflect.apply(spawn, this, args);
    const env = childEnvironment(environmentOf(pairs), nextName(), program);
    return Reflect.apply(spawn, this, [{ ...options, envPairs: Object.entries(env).map(([key, value]) => `${key}=${value}`) }, ...rest]);
  };
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    const real = childProcess[name] as AnyFunction;
    const named = function (this: unknown, ...args: unknown[]): unknown {
      return withEnvironment(args, nextName(), program, (given) => Reflect.apply(real, this, given) as unknown);
    };
    Object.defineProperty(named, 'name', { value: name });
    (childProcess as unknown as Record<string, unknown>)[name] = named;
  }
  (workerThreads as { Worker: unknown }).Worker = new Proxy(workerThreads.Worker, {
    construct: (target, args, newTarget) =>
      withEnvironment(args, nextName(), program, (given) => Reflect.construct(target, given, newTarget) as object),
  });
  syncBuiltinESMExports();
}

function environmentOf(pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=', 1)), pair.slice(pair.indexOf('=', 1) + 1)]));
}

/** Calls with it in the environment that is handed over: the one among the arguments, else that of this process. */
function withEnvironment<T>(args: readonly unknown[], name: string, program: OfProgram, call: (args: readonly unknown[]) => T): T {
  const given = args.map((arg) => {
    const env = typeof arg === 'object' && arg !== null && 'env' in arg ? arg.env : undefined;
    if (typeof env !== 'object' || env === null) return arg;
    return { ...(arg as object), env: childEnvironment(env as Record<string, string>, name, program) };
  });
  // One by one: what a program reads of its environment is noted.
  const before = Object.fromEntries(environmentKeys.map((key) => [key, process.env[key]]));
  const during = childEnvironment(before, name, program);
  const changed = Object.keys(during).filter((key) => during[key] !== before[key]);
  for (const key of changed) process.env[key] = during[key];
  try {
    return call(given);
  } finally {
    for (const key of changed) {
      if (before[key] === undefined) delete process.env[key];
      else process.env[key] = before[key];
    }
  }
}
