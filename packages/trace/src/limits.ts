/** The newest version of the format, and the only one that is written. A new one needs a rung in `upgrade.ts`. */
export const FORMAT_VERSION = 1;

/** The newest framing of packed files: in 1 each event has a frame of its own, from 2 on a frame may hold many, deflated. */
export const FRAMING_VERSION = 2;

/** A block ends before the event with which it would be longer. The larger, the smaller is the file; the smaller, the faster is one value read again. */
export const BLOCK_SIZE = 65_536;

/** So many times its length a block may stand for, so that a small file cannot take all memory. That of a stream of tokens stands for 20 times its length. */
export const MAX_INFLATION = 64;

/** How deep lists and objects may stand in each other in one value. */
export const MAX_DEPTH = 512;

/** What one value may hold when all its references are followed, in characters: the longest text that V8 can hold. */
export const MAX_WEIGHT: number = 2 ** 29;

/**
 * A text or list of this weight (about its length as JSON) gets a place in the value table; a lighter one is repeated. Each value is an event
 * of its own: with half of this weight recording takes a third longer and files are larger. With twice as much, a list of short messages whose
 * beginning was cut off costs twice as much.
 */
export const INLINE_WEIGHT = 128;

/** The same for an object. Its long texts are references by then, so that it is mostly names and numbers. */
export const INLINE_OBJECT_WEIGHT = 256;
