import type { Redactor } from '@stepfork/trace';

/** A redactor that learns secrets while it is used. */
export interface GrowingRedactor {
  readonly redactor: Redactor;
  /** Makes it anew, of what is secret now. Pseudonyms stay the same, since the key does. */
  grow(): void;
}

export function growingRedactor(make: () => Redactor): GrowingRedactor {
  let current = make();
  return {
    redactor: {
      keyId: current.keyId,
      rules: current.rules,
      text: (text) => current.text(text),
      field: (key, text) => current.field(key, text),
      watch: (text) => current.watch?.(text) ?? { pseudonyms: [], settled: text.length, shown: text.length },
    },
    grow() {
      current = make();
    },
  };
}
