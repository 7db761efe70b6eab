/** Gives the input of a program piece by piece, as it came when it was recorded: a program that asks for one line after another hears them when it asks. */
export interface Piecewise {
  /** Takes what comes; nothing of it is handed on yet. */
  readonly hold: (push: (chunk: unknown) => unknown, chunk: unknown) => unknown;
  /** The program waits: hands the next piece on. `isAlone`: nothing else could wake it. `later`: it is not its time; `never`: there is none. */
  readonly next: (isAlone: boolean) => 'again' | 'later' | 'never';
  /** The program does something. */
  readonly busy: () => void;
}

/** A program that was just handed a piece, or has just asked something, may be on its way to ask more: a module is loaded, a promise settles. */
const quietMs = 50;
/** A process or a worker of the program may be what it waits for: after so long the next piece comes all the same. */
const patienceMs = 2000;

// Taken before the clock of the replay stands in its place.
const now = performance.now.bind(performance);

/**
 * @param ends where in the text each piece ends, but for the last one
 * @param onWhole all of it has come, so that there is a next one
 */
export function piecewise(ends: readonly number[], onWhole: () => void): Piecewise {
  const held: Uint8Array[] = [];
  let push: ((chunk: unknown) => unknown) | null = null;
  let pieces: unknown[] | null = null;
  let busyAt = now();
  return {
    hold(handOn, chunk) {
      push = handOn;
      // Whoever reads may go on reading: it is all kept.
      if (chunk !== null) return held.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array)) > 0;
      pieces ??= [...cut(Buffer.concat(held).toString('utf8'), ends), null];
      busyAt = now();
      onWhole();
      return false;
    },
    next(isAlone) {
      if (pieces === null || pieces.length === 0) return 'never';
      if (now() - busyAt < (isAlone ? quietMs : patienceMs)) return 'later';
      push?.(pieces.shift());
      busyAt = now();
      return 'again';
    },
    busy() {
      busyAt = now();
    },
  };
}

function cut(text: string, ends: readonly number[]): readonly Uint8Array[] {
  return [0, ...ends].map((start, at) => Buffer.from(text.slice(start, ends[at] ?? text.length))).filter(({ length }) => length > 0);
}
