import type { ProgressLine } from './progress-line.ts';

/** Says in the line what is being done, until it is done. */
export interface Progress {
  readonly update: (text: string) => void;
  readonly done: () => void;
}

let line: ProgressLine | null = null;
/** What is being done, the outermost first. */
const works: { text: string }[] = [];

/**
 * From here on a line on the terminal tells what is being done, once a second has gone by; nothing on a pipe, or on a terminal that cannot erase a line.
 * Work inside other work takes the line over.
 */
export async function openProgress(what: string): Promise<void> {
  startProgress(what);
  if (process.stderr.isTTY !== true || process.env.TERM === 'dumb') return;
  const { drawLine } = await import('./progress-line.ts');
  line = drawLine();
  line.say(what);
}

/** Work that may take long. Where no line was opened, nothing is said. */
export function startProgress(what: string): Progress {
  const work = { text: what };
  works.push(work);
  line?.say(what);
  return {
    update: (text) => {
      work.text = text;
      line?.say(works.at(-1)?.text ?? text);
    },
    done: () => {
      const at = works.indexOf(work);
      if (at >= 0) works.splice(at, 1);
      line?.say(works.at(-1)?.text ?? '');
    },
  };
}

/** For good: the answer comes, or the terminal belongs to a person or a program now. */
export function closeProgress(): void {
  line?.close();
  line = null;
}
