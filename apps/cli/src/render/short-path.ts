import { relative } from 'node:path';

/** A path as one would type it here. */
export function shortPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') ? file : path;
}
