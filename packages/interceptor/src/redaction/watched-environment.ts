import { credentialName } from '@stepfork/trace';
import { replaceEnvironment } from '../ambient-defaults.ts';

type Environment = Record<string, string | undefined>;

interface Watch {
  readonly names: Set<string>;
  readonly listeners: Set<(name: string) => void>;
  readonly writes: Set<(name: string) => void>;
  readonly restore: () => void;
}

let watch: Watch | null = null;

/**
 * Notes which variables with names of credentials are read from the environment, until the function that it returns is called. Names that were
 * read before, while another one watched, are told at once.
 *
 * `onWrite` is told which of them are set, as a program does that reads a file `.env`.
 *
 * While anybody watches, `process.env` is a proxy. Who lists all variables (to start a process) has read none.
 */
export function watchEnvironment(onRead: (name: string) => void = () => {}, onWrite: (name: string) => void = () => {}): () => void {
  watch ??= startWatch();
  const { names, listeners, writes, restore } = watch;
  const listener = (name: string): void => onRead(name);
  listeners.add(listener);
  const write = (name: string): void => onWrite(name);
  writes.add(write);
  for (const name of names) listener(name);
  return () => {
    listeners.delete(listener);
    writes.delete(write);
    if (listeners.size > 0 || watch?.listeners !== listeners) return;
    restore();
    watch = null;
  };
}

function startWatch(): Watch {
  const names = new Set<string>();
  const listeners = new Set<(name: string) => void>();
  const writes = new Set<(name: string) => void>();
  // Those that a listing has still to ask for.
  let listed: Set<string> | null = null;
  const isListing = (name: string): boolean => listed?.delete(name) === true;
  const proxied = (env: Environment): Environment =>
    new Proxy(env, {
      get(target, key) {
        const value = Reflect.get(target, key);
        if (typeof key !== 'string' || value === undefined || isListing(key) || names.has(key) || credentialName(key) === null)
          return value;
        names.add(key);
        for (const listener of listeners) listener(key);
        return value;
      },
      // Handed over as it is: Node refuses what the default would define anew on a variable that is there.
      set(target, key, value) {
        const isSet = Reflect.set(target, key, value);
        if (isSet && typeof key === 'string' && credentialName(key) !== null) for (const write of writes) write(key);
        return isSet;
      },
      ownKeys(target) {
        const keys = Reflect.ownKeys(target);
        listed = new Set(keys.filter((key) => typeof key === 'string'));
        queueMicrotask(() => {
          listed = null;
        });
        return keys;
      },
    });
  return { names, listeners, writes, restore: replaceEnvironment(proxied) };
}
