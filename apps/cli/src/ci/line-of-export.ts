import { readFileSync } from 'node:fs';

/** The line on which a module says a name behind `export`; 1 where it is said in another way. */
export function lineOfExport(file: string, name: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.findIndex((line) => /^\s*export\b/.test(line) && line.split(/[^\w$]+/).includes(name));
  return at === -1 ? 1 : at + 1;
}
