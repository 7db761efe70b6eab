/** All members and elements of some values as one list, in their order. */
export interface Nodes {
  readonly count: number;
  /** The values with the nodes that are kept and stand in one that is. */
  readonly assemble: (kept: readonly number[]) => readonly unknown[];
}

interface Node {
  readonly value: unknown;
  readonly members: readonly { readonly key: string; readonly index: number; readonly node: Node }[];
}

export function takeNodes(values: readonly unknown[]): Nodes {
  let count = 0;
  const nodeOf = (value: unknown): Node => {
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return { value, members: members.map(([key, inside]) => ({ key, index: count++, node: nodeOf(inside) })) };
  };
  const nodes = values.map(nodeOf);
  return { count, assemble: (kept) => nodes.map((node) => built(node, new Set(kept))) };
}

function built({ value, members }: Node, kept: ReadonlySet<number>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const left = members.filter(({ index }) => kept.has(index)).map(({ key, node }) => [key, built(node, kept)] as const);
  return Array.isArray(value) ? left.map(([, inside]) => inside) : Object.fromEntries(left);
}
