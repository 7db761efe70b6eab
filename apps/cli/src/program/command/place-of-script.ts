/** Options of Node whose next word is a module that it loads before the script. */
const preloads: ReadonlySet<string> = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader']);

/** At which word a command names its script: the first one that reads as one. -1: at none. */
export function placeOfScript(command: readonly string[]): number {
  return command.findIndex((word, at) => /^[^-].*\.[cm]?[jt]sx?$/.test(word) && !preloads.has(command[at - 1] ?? ''));
}
