/**
 * The effects started so far, each as often as it came, in any order. Two sets with the same content have the same digest if they share
 * their `ids`.
 */
export interface EffectSet {
  add(key: string): void;
  /** Empty text for no effect. */
  digest(): string;
}

/** `ids` numbers the keys of effects; the sets of one replay share it. */
export function createEffectSet(ids: Map<string, number>): EffectSet {
  const sorted: number[] = [];
  let text: string | null = '';
  return {
    add(key) {
      const id = ids.get(key) ?? ids.size;
      ids.set(key, id);
      sorted.splice(placeOf(id, sorted), 0, id);
      text = null;
    },
    digest() {
      text ??= sorted.join(' ');
      return text;
    },
  };
}

/** Where `id` goes in a sorted list: after the last that is not greater. */
function placeOf(id: number, sorted: readonly number[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}
