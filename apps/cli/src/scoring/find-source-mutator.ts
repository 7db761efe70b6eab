import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installCommand, packageManagerOf, resolvesFrom } from '@stepfork/export';
import type { SourceMutator } from '@stepfork/score';
import { UsageError } from '../errors/usage-error.ts';

const ownFolder = fileURLToPath(new URL('.', import.meta.url));

/**
 * The file of the optional package that makes mutants of source, of the project of this folder, else from beside ourselves.
 *
 * @throws UsageError with the line that installs it
 */
export function findSourceMutator(folder: string, name = '@stepfork/score-source'): string {
  const place = [folder, ownFolder].find((one) => resolvesFrom(one, name));
  if (place === undefined) {
    throw new UsageError(
      `--source needs the package ${name}, which is not installed.`,
      `Install it: ${installCommand(packageManagerOf(folder), [name])}`,
    );
  }
  return createRequire(join(place, 'package.json')).resolve(name);
}

/** It is large, and takes long. */
export async function loadSourceMutator(file: string): Promise<SourceMutator> {
  const { sourceMutator } = (await import(pathToFileURL(file).href)) as { readonly sourceMutator: SourceMutator };
  return sourceMutator;
}
