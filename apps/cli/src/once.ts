/** What is kept under a key; made, and kept, if it is asked for the first time. */
export function once<K, T>(kept: { get(key: K): T | undefined; set(key: K, value: T): unknown }, key: K, make: () => T): T {
  const found = kept.get(key) ?? make();
  kept.set(key, found);
  return found;
}
