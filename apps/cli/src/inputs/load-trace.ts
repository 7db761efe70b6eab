import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TraceFile } from '@stepfork/trace';
import { nearest } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';
import { printable } from '../render/printable.ts';
import { startProgress } from '../terminal/progress.ts';
import { writeNote } from '../terminal/streams.ts';
import { refuseBundle } from './refuse-bundle.ts';

/**
 * Reads a trace file, and says so if it is not sealed.
 *
 * @throws UsageError for what is no file; TraceFormatError for what is no trace
 */
export async function loadTrace(path: string): Promise<TraceFile> {
  requireFile(path, 'trace');
  const { readTraceFile } = await import('@stepfork/trace/file');
  const progress = startProgress(`reading ${printable(path)}`);
  const file = await readTraceFile(path).finally(progress.done);
  if (!file.sealed) writeNote(`note: ${path} is not sealed. ${file.damage ?? 'Its run was not recorded to its end.'}`);
  return file;
}

/** @throws UsageError for what is no file */
export function requireFile(path: string, noun: 'trace' | 'case' | 'test'): void {
  const wanted = { trace: 'Name a *.sftrace or *.sftrace.jsonl file.', case: 'Name a *.case.json file.', test: 'Name a test file.' }[noun];
  if (!existsSync(path)) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new UsageError(`${path} is a link to nothing.`, `Name the ${noun} file itself.`);
    const near = nearestFile(path);
    throw new UsageError(`There is no ${noun} file ${path}.`, near === null ? 'Check the path.' : `Did you mean ${near}?`);
  }
  const found = statSync(path);
  if (found.isFile()) return;
  if (!found.isDirectory()) throw new UsageError(`${path} is a pipe or a device, not a ${noun} file.`, wanted);
  refuseBundle(path);
  throw new UsageError(`${path} is a folder, not a ${noun} file.`, wanted);
}

/** Endings say nothing about what was meant: without them `missing.sftrace` is near to any short name. */
function nearestFile(path: string): string | null {
  const folder = dirname(path);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return null;
  const files = new Map(readdirSync(folder).map((file) => [stem(file), file]));
  const near = files.get(nearest(stem(basename(path)), files.keys()) ?? '');
  return near === undefined ? null : join(folder, near);
}

function stem(file: string): string {
  return file.replace(/(?:\.sftrace)?(?:\.case)?\.\w+$/, '');
}
