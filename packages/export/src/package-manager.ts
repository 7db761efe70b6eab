import { dirname, join } from 'node:path';
import { readTextIfThere } from './read-text-if-there.ts';

export type PackageManager = 'pnpm' | 'npm' | 'yarn' | 'bun';

const lockFiles: Readonly<Record<string, PackageManager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

const addToDevelopment: Readonly<Record<PackageManager, string>> = {
  pnpm: 'pnpm add -D',
  npm: 'npm install -D',
  yarn: 'yarn add -D',
  bun: 'bun add -d',
};

/**
 * Which package manager a folder is installed with: what the nearest `package.json` above it names (`packageManager`, `devEngines`), or whose
 * lock file lies nearest; in one folder the name goes first. npm where nothing tells.
 */
export function packageManagerOf(folder: string, readText: (file: string) => string | null = readTextIfThere): PackageManager {
  const found = namedIn(readText(join(folder, 'package.json'))) ?? lockedIn(folder, readText);
  if (found !== undefined) return found;
  const above = dirname(folder);
  return above === folder ? 'npm' : packageManagerOf(above, readText);
}

/** One line that installs packages for development: `pnpm add -D @stepfork/replay vitest`. */
export function installCommand(manager: PackageManager, packages: readonly string[]): string {
  return `${addToDevelopment[manager]} ${packages.join(' ')}`;
}

function namedIn(text: string | null): PackageManager | undefined {
  if (text === null) return undefined;
  // Any other tool reports a broken package.json better than we could: here it merely does not tell.
  const fields = parsed(text) as { packageManager?: unknown; devEngines?: { packageManager?: { name?: unknown } } } | null;
  const name = typeof fields?.packageManager === 'string' ? fields.packageManager : fields?.devEngines?.packageManager?.name;
  const plain = typeof name === 'string' ? name.split('@')[0] : undefined;
  return plain !== undefined && Object.hasOwn(addToDevelopment, plain) ? (plain as PackageManager) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function lockedIn(folder: string, readText: (file: string) => string | null): PackageManager | undefined {
  return Object.entries(lockFiles).find(([file]) => readText(join(folder, file)) !== null)?.[1];
}
