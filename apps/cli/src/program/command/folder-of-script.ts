import { dirname, resolve } from 'node:path';
import { placeOfScript } from './place-of-script.ts';

/** The folder of the script that a command names; the current one where it names none. */
export function folderOfScript(command: readonly string[]): string {
  const script = command[placeOfScript(command)];
  return script === undefined ? process.cwd() : dirname(resolve(script));
}
