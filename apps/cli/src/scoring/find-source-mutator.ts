import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installCommand, packageManagerOf, resolvesFrom } from '@stepfork/export';
import type { SourceMutator } from '@stepfork/score';
import { UsageError } from '../usage-error.ts';

const ownFolder = fileURLToPath(new URL('.', import.meta.url));

/**
 * What loads the optional package that makes mutants of source, of the project of this folder, else from beside ourselves. It is large, and is
 * loaded while other mutants are run.
 *
 * @throws UsageError with the line that installs it
 */
export function findSourceMutator(folder: string, name = '@stepfork/score-source'): () => Promise<SourceMutator> {
  const place = [folder, ownFolder].find((one) => resolvesFrom(one, name));
  if (place === undefined) {
    throw new UsageError(
      `--source needs the package ${name}, which is not installed.`,
      `Install it: ${installCommand(packageManagerOf(folder), [name])}`,
    );
  }
  const file = createRequire(join(place, 'package.json')).resolve(name);
  return async () => ((await import(pathToFileURL(file).href)) as { readonly sourceMutator: SourceMutator }).sourceMutator;
}
