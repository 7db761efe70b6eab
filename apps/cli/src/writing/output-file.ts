import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../errors/usage-error.ts';

/**
 * A trace file that may be written, checked before anything runs.
 *
 * @throws UsageError if its ending is unknown, its folder is missing, or it is there and `force` was not given
 */
export function outputTrace(path: string, force: boolean): string {
  if (!/\.sftrace(?:\.jsonl)?$/.test(path)) {
    throw new UsageError(
      `${path} has no ending of a trace file.`,
      'Name it *.sftrace (packed) or *.sftrace.jsonl (text, for review in a diff).',
    );
  }
  return outputFile(path, force);
}

/**
 * Any file that may be written.
 *
 * @throws UsageError if its folder is missing, or it is there and `force` was not given
 */
export function outputFile(path: string, force: boolean): string {
  const file = resolve(path);
  if (!existsSync(dirname(file))) throw new UsageError(`There is no folder ${dirname(file)} to write ${path} into.`, 'Create it first.');
  if (!statSync(dirname(file)).isDirectory())
    throw new UsageError(`${dirname(file)} is no folder, so ${path} cannot be written.`, 'Name a file in a folder that is there.');
  if (!existsSync(file)) return file;
  if (statSync(file).isDirectory()) throw new UsageError(`${path} is a folder.`, 'Name a file.');
  if (!force) throw new UsageError(`${path} is there already.`, 'Give another name, or --force to overwrite it.');
  return file;
}
