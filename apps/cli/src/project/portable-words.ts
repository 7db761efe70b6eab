import nodePath, { type PlatformPath } from 'node:path';
import { portablePath } from './portable-path.ts';

/** A command as it may stand in a file that others read: no path in it tells where on this machine the project lies, or with which slash. */
export function portableWords(words: readonly string[], cwd: string, on: PlatformPath = nodePath): readonly string[] {
  return words.map((word) => {
    const [, flag = '', value = ''] = /^(--[\w-]+=)?(.*)$/s.exec(word) ?? [];
    const [, path = '', exported = ''] = /^(.*?)(#[^#]*)?$/s.exec(value) ?? [];
    return `${flag}${portable(path, cwd, on)}${exported}`;
  });
}

function portable(word: string, cwd: string, on: PlatformPath): string {
  if (on.isAbsolute(word)) return portablePath(cwd, word, on) ?? on.basename(word);
  // JSON has back slashes of its own.
  const isPath = on.sep === '\\' && !/["{}[\]\n]/.test(word);
  return isPath ? word.replaceAll('\\', '/') : word;
}
