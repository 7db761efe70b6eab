import type { NodeTree } from './search-tree.ts';

/** A place in one of some values: which value, and the way into it. */
export interface Place {
  readonly value: number;
  readonly path: readonly (string | number)[];
}

/** A value taken apart. */
export interface Part {
  /** Of the tree; `null`: a whole value, which stays. */
  readonly node: number | null;
  readonly place: Place;
  readonly value: unknown;
  /** What it holds, by key or index; `null`: it is a leaf. */
  readonly members: readonly (readonly [key: string | number, part: Part])[] | null;
}

/** Plain objects and arrays hold others, by these keys or indices; `null`: a leaf. */
export function plainKeysOf(value: unknown): readonly (string | number)[] | null {
  if (Array.isArray(value)) return [...value.keys()];
  if (typeof value !== 'object' || value === null) return null;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.keys(value) : null;
}

/** Each value with all that it holds; each member and element is a node, numbered from the top of the first value to the end of the last. */
export function takeApart(
  values: readonly unknown[],
  keysOf: (value: unknown) => readonly (string | number)[] | null,
): { readonly parts: readonly Part[]; readonly places: readonly Place[]; readonly parents: NodeTree['parents'] } {
  const parents: (number | null)[] = [];
  const places: Place[] = [];
  const part = (value: unknown, place: Place, node: number | null): Part => {
    const members = keysOf(value)?.map((key) => {
      const inside = { value: place.value, path: [...place.path, key] };
      places.push(inside);
      return [key, part((value as Record<string | number, unknown>)[key], inside, parents.push(node) - 1)] as const;
    });
    return { node, place, value, members: members ?? null };
  };
  return { parts: values.map((value, index) => part(value, { value: index, path: [] }, null)), places, parents };
}

/** A value with those members and elements alone that are kept. What holds others is made anew, leaves are the same. */
export function assemble({ value, members }: Part, kept: ReadonlySet<number>): unknown {
  if (members === null) return value;
  const left = members.filter(([, { node }]) => node !== null && kept.has(node));
  if (Array.isArray(value)) return left.map(([, part]) => assemble(part, kept));
  return Object.fromEntries(left.map(([key, part]) => [key, assemble(part, kept)]));
}
