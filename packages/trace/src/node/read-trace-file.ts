import { readFile } from 'node:fs/promises';
import { currentPlatform } from '../platform/current-platform.ts';
import { readBytes } from '../reading/read-bytes.ts';
import type { TraceFile } from '../trace.ts';
import { fileError } from './file-error.ts';
import { pathOf } from './path-of.ts';

/**
 * A trace file from the disk, in either encoding; see `readTrace`.
 * @throws TraceFormatError, or StepforkError if there is no such file
 */
export async function readTraceFile(file: string | URL): Promise<TraceFile> {
  const path = pathOf(file);
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw fileError('read', path, error);
  }
  return readBytes(bytes, path, currentPlatform);
}
