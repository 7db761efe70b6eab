import type { InputPieces } from '../exchange/process-notes.ts';

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

/** @param onWhole all of it has come, so that there is a next piece */
export function piecewise(groups: InputPieces | readonly number[], onWhole: () => void): Piecewise {
  const held: Uint8Array[] = [];
  let push: ((chunk: unknown) => unknown) | null = null;
  let waiting: Group[] | null = null;
  let busyAt = now();
  return {
    hold(handOn, chunk) {
      push = handOn;
      // Whoever reads may go on reading: it is all kept.
      if (chunk !== null) return held.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array)) > 0;
      waiting ??= cut(Buffer.concat(held).toString('utf8'), groups.every(isGroup) ? groups : formerly(groups as readonly number[]));
      busyAt = now();
      onWhole();
      return false;
    },
    next(isAlone) {
      if (waiting === null || waiting.length === 0) return 'never';
      if (now() - busyAt < (isAlone ? quietMs : patienceMs)) return 'later';
      for (const piece of waiting.shift() ?? []) push?.(piece);
      busyAt = now();
      return 'again';
    },
    busy() {
      busyAt = now();
    },
  };
}

/** What is handed on at once; `null`: the end. */
type Group = readonly (Uint8Array | null)[];

function cut(text: string, groups: InputPieces): Group[] {
  let start = 0;
  return groups.map((ends, at) => {
    const pieces = ends.map((end) => {
      const piece = Buffer.from(text.slice(start, end));
      start = end;
      return piece;
    });
    const whole = pieces.filter(({ length }) => length > 0);
    return at === groups.length - 1 ? [...whole, null] : whole;
  });
}

function isGroup(ends: readonly number[] | number): ends is readonly number[] {
  return typeof ends !== 'number';
}

/** As it was written once: where each piece ends but the last one, each of which came by itself, as the end did. */
function formerly(ends: readonly number[]): InputPieces {
  return [...ends.map((end) => [end]), [Number.POSITIVE_INFINITY], []];
}
