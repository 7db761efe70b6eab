/** Of a call that no recorder has seen yet. */
export const noSnapshot = (): null => null;
