import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors/usage-error.ts';

/**
 * The Python tool of the same name writes folders with a `manifest.json`. Whatever they are given for, they are named as what they are.
 *
 * @throws UsageError if the path is one
 */
export function refuseBundle(path: string): void {
  if (!existsSync(join(path, 'manifest.json'))) return;
  throw new UsageError(
    `${path} is a bundle of the Python tool, a folder with a manifest.json.`,
    'This stepfork reads *.sftrace and *.sftrace.jsonl files. Record the run again with `stepfork record`.',
  );
}
