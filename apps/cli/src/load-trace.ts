import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TraceFile } from '@stepfork/trace';
import { nearest } from './nearest.ts';
import { writeNote } from './streams.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads a trace file, and says so if it is not sealed.
 *
 * @throws UsageError for what is no file; TraceFormatError for what is no trace
 */
export async function loadTrace(path: string): Promise<TraceFile> {
  requireFile(path, 'trace');
  const { readTraceFile } = await import('@stepfork/trace/file');
  const file = await readTraceFile(path);
  if (!file.sealed) writeNote(`note: ${path} is not sealed: ${file.damage ?? 'its run was not recorded to its end'}.`);
  return file;
}

/** Refuses what is no file, and knows the folders that the Python tool of the same name writes. */
export function requireFile(path: string, noun: 'trace' | 'case'): void {
  if (!existsSync(path)) {
    const folder = dirname(path);
    const near = existsSync(folder) ? nearest(basename(path), readdirSync(folder)) : null;
    throw new UsageError(`There is no ${noun} file ${path}.`, near === null ? 'Check the path.' : `Did you mean ${join(folder, near)}?`);
  }
  if (statSync(path).isFile()) return;
  if (existsSync(join(path, 'manifest.json'))) {
    throw new UsageError(
      `${path} is a bundle of the Python tool, a folder with a manifest.json.`,
      'This stepfork reads *.sftrace and *.sftrace.jsonl files. Record the run again with `stepfork record`.',
    );
  }
  throw new UsageError(`${path} is a folder, not a ${noun} file.`, 'Name a *.sftrace or *.sftrace.jsonl file.');
}
