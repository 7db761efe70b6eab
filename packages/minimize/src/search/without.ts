/** The indices of `kept` that are not in `removed`, in their order. */
export function without(kept: readonly number[], removed: readonly number[]): readonly number[] {
  const gone = new Set(removed);
  return kept.filter((index) => !gone.has(index));
}
