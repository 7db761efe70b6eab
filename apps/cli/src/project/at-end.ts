const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `remove` once when the process ends, by a signal too. What it returns calls it now. */
export function atEnd(remove: () => void): () => void {
  const removeOnce = (): void => {
    process.off('exit', removeOnce);
    for (const signal of endings) process.off(signal, removeAndEnd);
    remove();
  };
  const removeAndEnd = (signal: NodeJS.Signals): void => {
    removeOnce();
    process.kill(process.pid, signal);
  };
  process.once('exit', removeOnce);
  for (const signal of endings) process.once(signal, removeAndEnd);
  return removeOnce;
}
