/** A secret in a text: which rule found it, and where it stands. */
export interface Hit {
  readonly rule: string;
  readonly offset: number;
  readonly length: number;
}

/** A piece of a text. */
export type Span = Pick<Hit, 'offset' | 'length'>;
