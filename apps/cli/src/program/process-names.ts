import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';
import { currentRun } from '@stepfork/interceptor';
import { folderVariable } from './order.ts';

/** Which one a process is among those that its program starts: `2.1` is the first one that the second one started. The same in each run that starts them in this order. */
export interface ProcessName {
  /** Empty for one that no process of ours has started. */
  readonly path: string;
  /** The call of its parent in whose body it was started; `null`: in none. */
  readonly inside: number | null;
}

// biome-ignore lint/suspicious/noExplicitAny: stands in the place of functions with many forms.
type AnyFunction = (...args: any[]) => any;

const nameVariable = 'STEPFORK_PROCESS';

export function ownProcessName(): ProcessName {
  const [path = '', inside] = (process.env[nameVariable] ?? '').split('@');
  return { path, inside: inside === undefined ? null : Number(inside) };
}

/** Tells each process and each worker that this one starts which one it is. */
export function nameStartedProcesses(): void {
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
    if (pairs === undefined || !pairs.some((pair) => pair.startsWith(`${folderVariable}=`))) return Reflect.apply(spawn, this, args);
    const envPairs = [...pairs.filter((pair) => !pair.startsWith(`${nameVariable}=`)), `${nameVariable}=${nextName()}`];
    return Reflect.apply(spawn, this, [{ ...options, envPairs }, ...rest]);
  };
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    const real = childProcess[name] as AnyFunction;
    const named = function (this: unknown, ...args: unknown[]): unknown {
      return withName(nextName(), args, (given) => Reflect.apply(real, this, given) as unknown);
    };
    Object.defineProperty(named, 'name', { value: name });
    (childProcess as unknown as Record<string, unknown>)[name] = named;
  }
  (workerThreads as { Worker: unknown }).Worker = new Proxy(workerThreads.Worker, {
    construct: (target, args, newTarget) => withName(nextName(), args, (given) => Reflect.construct(target, given, newTarget) as object),
  });
  syncBuiltinESMExports();
}

/** Calls with the name in the environment that is handed over: the one among the arguments, else that of this process. */
function withName<T>(name: string, args: readonly unknown[], call: (args: readonly unknown[]) => T): T {
  const given = args.map((arg) => {
    const env = typeof arg === 'object' && arg !== null && 'env' in arg ? arg.env : undefined;
    const isOurs = typeof env === 'object' && env !== null && folderVariable in env;
    return isOurs ? { ...(arg as object), env: { ...env, [nameVariable]: name } } : arg;
  });
  const before = process.env[nameVariable];
  process.env[nameVariable] = name;
  try {
    return call(given);
  } finally {
    if (before === undefined) delete process.env[nameVariable];
    else process.env[nameVariable] = before;
  }
}
