import { dirname, resolve } from 'node:path';

/** The folder of the script that a command names; the current one where it names none. */
export function folderOfScript(command: readonly string[]): string {
  const script = scriptIn(command);
  return script === undefined ? process.cwd() : dirname(resolve(script));
}

/** The first word that reads as one. */
export function scriptIn(command: readonly string[]): string | undefined {
  return command.find((word) => /\.[cm]?[jt]sx?$/.test(word));
}
