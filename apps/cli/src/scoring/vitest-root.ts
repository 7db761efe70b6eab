import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const configs = ['vitest', 'vite'].flatMap((name) => ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((end) => `${name}.config.${end}`));

/** Where Vitest is started for the tests of a package: where its own config lies, else the next one above, which may be that of a workspace; else in the package. */
export function vitestRoot(folder: string): string {
  for (let here = folder; ; here = dirname(here)) {
    if (configs.some((name) => existsSync(join(here, name)))) return here;
    if (here === dirname(here)) return folder;
  }
}
