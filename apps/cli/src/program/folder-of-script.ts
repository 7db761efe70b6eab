import { dirname, resolve } from 'node:path';

/** The folder of the script that a command names; the current one where it names none. */
export function folderOfScript(command: readonly string[]): string {
  const script = command.find((word) => /\.[cm]?[jt]sx?$/.test(word));
  return script === undefined ? process.cwd() : dirname(resolve(script));
}
