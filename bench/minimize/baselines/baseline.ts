/** A published reducer of lists, written from its description: a part of `items` on which `shows` holds, as it does for all of them. */
export type Baseline = (items: readonly number[], shows: (part: readonly number[]) => Promise<boolean>) => Promise<readonly number[]>;
