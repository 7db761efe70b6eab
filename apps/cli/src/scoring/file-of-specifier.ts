import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The file that a relative import of a file in this folder leads to: TypeScript is imported by the name that it will have, or by none. `null`: none is there. */
export function fileOfSpecifier(folder: string, specifier: string): string | null {
  const path = resolve(folder, specifier);
  const endings = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'];
  const spellings = [
    path,
    path.replace(/\.([mc]?)js(x?)$/, '.$1ts$2'),
    ...endings.flatMap((end) => [path + end, resolve(path, `index${end}`)]),
  ];
  return spellings.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile()) ?? null;
}
