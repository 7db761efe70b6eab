import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { UsageError } from '../errors/usage-error.ts';

/**
 * Writes files that others read too, all of them or none, each through a link to where it lies and with the rights that it has.
 *
 * @throws UsageError where one cannot be written
 */
export function replaceTexts(files: readonly { readonly path: string; readonly text: string }[]): void {
  const undo: (() => void)[] = [];
  try {
    const staged = files.map((file) => stage(file, undo));
    for (const move of staged) undo.push(move());
  } catch (error) {
    for (const step of undo.reverse()) step();
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `Nothing was written: ${reason}.`,
      'Check what stands there, the rights on the folder, and the space on the disk.',
      {
        cause: error,
      },
    );
  }
}

/** Writes the text beside its place, and gives what moves it there; which gives what takes it back. */
function stage({ path, text }: { readonly path: string; readonly text: string }, undo: (() => void)[]): () => () => void {
  const place = existsSync(path) ? realpathSync(path) : path;
  const before = existsSync(place) ? { text: readFileSync(place), mode: statSync(place).mode } : null;
  const temporary = `${place}.${process.pid}.tmp`;
  undo.push(() => rmSync(temporary, { force: true }));
  writeFileSync(temporary, text, { flag: 'wx', ...(before !== null && { mode: before.mode }) });
  return () => {
    renameSync(temporary, place);
    return () => (before === null ? rmSync(place) : writeFileSync(place, before.text));
  };
}
