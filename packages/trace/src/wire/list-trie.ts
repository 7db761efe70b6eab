import { isRef, type Wire } from '../shapes/wire-event.ts';

/** More than the number of distinct items that fit into memory; node × ITEMS + item stays an exact number for 2^26 nodes. */
const ITEMS = 2 ** 27;
const ROOT = 0;

/** Where the walk of a list through the trie ended. */
export interface ListWalk {
  readonly node: number;
  /** So many items are those of an earlier list. */
  readonly length: number;
  /** The value that is that list, or one that begins so; -1 if none does. */
  readonly of: number;
  /** The items as numbers, as far as they were looked up. */
  readonly ids: readonly number[];
}

/** The lists of a segment as a trie of their items, so that the longest earlier beginning of a list is found by one walk. */
export class ListTrie {
  readonly #base: ListTrie | null;
  readonly #items = new Map<string, number>();
  readonly #ids = new WeakMap<object, number>();
  readonly #nodes = new Map<number, number>();
  readonly #listOf: number[] = [];
  readonly #firstNode: number;
  readonly #firstItem: number;

  /** @param base that of the trunk, for a fork: it is looked through too, and stays as it is. */
  constructor(base: ListTrie | null) {
    this.#base = base;
    this.#firstNode = base === null ? ROOT + 1 : base.#nextNode();
    this.#firstItem = base === null ? 0 : base.#nextItem();
  }

  walk(items: readonly Wire[]): ListWalk {
    let node = ROOT;
    let length = 0;
    const ids: number[] = [];
    for (; length < items.length; length++) {
      const id = this.#itemId(items[length] as Wire);
      const next = this.#findNode(node * ITEMS + id);
      ids.push(id);
      if (next === undefined) break;
      node = next;
    }
    return { node, length, of: this.#listAt(node), ids };
  }

  /** Adds a list, from where its walk ended, as value `n`. */
  add(items: readonly Wire[], walk: ListWalk, n: number): void {
    let { node } = walk;
    for (let at = walk.length; at < items.length; at++) {
      const id = walk.ids[at] ?? this.#itemId(items[at] as Wire);
      const next = this.#nextNode();
      this.#nodes.set(node * ITEMS + id, next);
      this.#listOf.push(n);
      node = next;
    }
  }

  #itemId(item: Wire): number {
    if (isRef(item) && item.first === undefined && item.rest === undefined) return 2 * item.of;
    // What nobody changes is interned as the same object each time.
    const known = typeof item === 'object' && item !== null ? this.#ids.get(item) : undefined;
    if (known !== undefined) return known;
    const text = JSON.stringify(item);
    let id = this.#findItem(text);
    if (id === undefined) {
      id = this.#nextItem();
      this.#items.set(text, id);
    }
    if (typeof item === 'object' && item !== null) this.#ids.set(item, 2 * id + 1);
    return 2 * id + 1;
  }

  #findItem(text: string): number | undefined {
    return this.#items.get(text) ?? (this.#base === null ? undefined : this.#base.#findItem(text));
  }

  #findNode(key: number): number | undefined {
    return this.#nodes.get(key) ?? (this.#base === null ? undefined : this.#base.#findNode(key));
  }

  #listAt(node: number): number {
    if (this.#base !== null && node < this.#firstNode) return this.#base.#listAt(node);
    return this.#listOf[node - this.#firstNode] ?? -1;
  }

  #nextNode(): number {
    return this.#firstNode + this.#listOf.length;
  }

  #nextItem(): number {
    return this.#firstItem + this.#items.size;
  }
}
