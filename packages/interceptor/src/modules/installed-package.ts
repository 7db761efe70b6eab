import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package as it lies in a `node_modules`. */
export interface InstalledPackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** As it stands in `package.json`; `null`: it has none, and `main` says which file is meant. */
  readonly exports: unknown;
  readonly main: string;
}

const known = new Map<string, InstalledPackage | null>();

/** Where the package of a file lies: behind the last `node_modules` of its path. `null`: in none. */
export function packageFolder(file: string): string | null {
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@][^\\/]*)[\\/]/.exec(file)?.[1] ?? null;
}

/** Read once. `null`: there is no package, or half of one. */
export function installedPackage(folder: string): InstalledPackage | null {
  const found = known.get(folder);
  if (found !== undefined) return found;
  const read = readPackage(folder);
  known.set(folder, read);
  return read;
}

function readPackage(folder: string): InstalledPackage | null {
  try {
    const { name, version, exports = null, main = 'index.js' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return typeof name === 'string' && typeof version === 'string' ? { folder, name, version, exports, main: String(main) } : null;
  } catch {
    // Node says what it thinks of it.
    return null;
  }
}
