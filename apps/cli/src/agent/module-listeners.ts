type Listener = (...args: unknown[]) => void;

/** By file of the agent: what its modules have added when they were loaded last. */
const added = new Map<string, readonly (readonly [string | symbol, Listener])[]>();
const known = new WeakSet<object>();

/**
 * Loads the modules of an agent. What they add to `process` while they are loaded (`process.on('SIGINT', …)` at the top of a module) replaces
 * what they added the last time, else there would be one more with every run.
 */
export async function withModuleListeners<T>(file: string, load: () => Promise<T>): Promise<T> {
  for (const [event, listener] of added.get(file) ?? []) process.off(event as 'exit', listener);
  const before = listeners();
  try {
    return await load();
  } finally {
    const fresh = listeners().filter(([event, listener]) => !before.some(([was, other]) => was === event && other === listener));
    for (const [, listener] of fresh) known.add(listener);
    added.set(file, fresh);
  }
}

/** Whether a module of the agent has added this listener to `process` while it was loaded. */
export function isOfModules(listener: unknown): boolean {
  return typeof listener === 'function' && known.has(listener);
}

function listeners(): readonly (readonly [string | symbol, Listener])[] {
  return process.eventNames().flatMap((event) => process.rawListeners(event as 'exit').map((one) => [event, one as Listener] as const));
}
