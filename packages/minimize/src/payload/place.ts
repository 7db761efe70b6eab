/** A part of what a run was told: of its input, or of the answer of a step. */
export interface Place {
  /** `input`, or kind and name of the step: `tool search`. */
  readonly of: string;
  /** Of the run; `null` for its input. */
  readonly step: number | null;
  /** Keys and indices from the outside in. `{}` stands for looking into a text that is JSON. */
  readonly path: readonly string[];
  /** The last part of the path is an index. */
  readonly isItem: boolean;
  /** Nothing else stands beside it. */
  readonly isAlone: boolean;
}

/** Into a text that is JSON. */
export const intoText = '{}';

/** The same place in every answer of the same tool, and in every item of a list. */
export function classOf({ of, path }: Pick<Place, 'of' | 'path'>): string {
  return `${of} /${path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('/')}`;
}

export function nodeOf({ of, step, path }: Place): string {
  return `${step === null ? of : `step ${step} (${of})`} /${path.join('/')}`;
}
