import type { Frame } from '@stepfork/replay';
import { printable } from './printable.ts';
import { shortPath } from './short-path.ts';

/** Where in the agent's own files an error was made: as in a stack, with paths as one would type them here. */
export function frameLines(frames: readonly Frame[] = []): readonly string[] {
  return frames.map(({ in: name, file, line, column }) => {
    const place = `${shortPath(file)}:${line}:${column}`;
    return printable(name === null ? `  at ${place}` : `  at ${name} (${place})`);
  });
}
