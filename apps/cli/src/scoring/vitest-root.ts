import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const configs = ['vitest', 'vite'].flatMap((name) => ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((end) => `${name}.config.${end}`));

/** Where Vitest is started for the tests of a package: where its own config lies, else the next one above, which may be that of a workspace; else in the package. */
export function vitestRoot(folder: string): string {
  const config = vitestConfig(folder);
  return config === null ? folder : dirname(config);
}

/** `null`: there is none. */
export function vitestConfig(folder: string): string | null {
  for (let here = folder; ; here = dirname(here)) {
    const file = configs.map((name) => join(here, name)).find((path) => existsSync(path));
    if (file !== undefined) return file;
    if (here === dirname(here)) return null;
  }
}
