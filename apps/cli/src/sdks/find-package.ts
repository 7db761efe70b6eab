import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../agent/agent-ref.ts';

/** A package as it is installed. */
export interface FoundPackage {
  readonly name: string;
  readonly version: string;
  /** Where it was found. */
  readonly folder: string;
  /** The same with links followed: what is found at several places may be one copy. */
  readonly copy: string;
  /** Names of the packages that it asks for itself. */
  readonly needs: readonly string[];
}

interface Manifest {
  readonly version?: unknown;
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly peerDependencies?: object;
  readonly optionalDependencies?: object;
}

/** The copy of a package that code in a folder gets: the nearest `node_modules` upwards that has it. No code of it is run. */
export function findPackage(name: string, from: string): FoundPackage | null {
  for (let here = from; ; here = dirname(here)) {
    const folder = join(here, 'node_modules', name);
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const { version, ...manifest } = read(file);
      // Half an installation is none.
      return typeof version === 'string' ? { name, version, folder, copy: realpathSync(folder), needs: needsOf(manifest) } : null;
    }
    if (here === dirname(here)) return null;
  }
}

/** Names of the packages that the project of a folder asks for, also for its development. */
export function projectNeeds(folder: string): readonly string[] {
  const root = packageRoot(folder);
  if (root === null) return [];
  const manifest = read(join(root, 'package.json'));
  return [...needsOf(manifest), ...Object.keys(manifest.devDependencies ?? {})];
}

function needsOf({ dependencies, peerDependencies, optionalDependencies }: Manifest): readonly string[] {
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
}

function read(file: string): Manifest {
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest | null;
    return typeof manifest === 'object' && manifest !== null ? manifest : {};
  } catch {
    return {};
  }
}
