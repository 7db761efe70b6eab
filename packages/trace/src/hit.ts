/** A piece of a text. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** A secret in a text: which rule found it, and where it stands. */
export interface Hit extends Place {
  readonly rule: string;
}
