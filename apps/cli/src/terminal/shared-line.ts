/** What the main thread and the one that draws share. */
export interface SharedLine {
  /** See `places`. */
  readonly state: Int32Array;
  readonly text: Uint8Array;
}

/** What stands where in the state: the phase, how many bytes of the text are meant, and 1 where the thread is to end. */
export const places = { phase: 0, length: 1, over: 2 } as const;

export const textBytes = 512;

export const phases = {
  /** Not there; it comes when it is next drawn. */
  hidden: 0,
  drawing: 1,
  shown: 2,
  /** Somebody else is in the middle of a line. */
  withheld: 3,
  over: 4,
} as const;

/** Back to the first column, and nothing in the line. */
export const erase = '\r\u001b[K';
