import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageManager } from '@stepfork/export';

/** How the program of a project is started, as its package.json tells: by its start script, or its main file. */
export function programCommand(root: string, manager: PackageManager): readonly string[] {
  const { scripts, main } = manifestOf(root);
  if (typeof scripts?.start === 'string') return [manager, 'start'];
  if (typeof main === 'string' && existsSync(join(root, main))) return ['node', main];
  return ['node', '<program>'];
}

interface Manifest {
  readonly scripts?: { readonly start?: unknown };
  readonly main?: unknown;
}

function manifestOf(root: string): Manifest {
  try {
    return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) ?? {}) as Manifest;
  } catch {
    return {};
  }
}
