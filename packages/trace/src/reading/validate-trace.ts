import { currentPlatform } from '../platform/current-platform.ts';
import type { ReadOptions } from './read-trace.ts';
import { type Problem, validateBytes } from './validate-bytes.ts';

/**
 * All that is wrong with the bytes of a trace file, in the order of the file; empty for one that is whole.
 *
 * Besides what makes `readTrace` refuse a file it names what that one lets pass: a run without an end, a step without an end, a segment
 * without a seal. Throws nothing: bytes that are no trace are one problem.
 */
export function validateTrace(bytes: Uint8Array | string, options: ReadOptions = {}): Promise<readonly Problem[]> {
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return validateBytes(all, options.source ?? 'trace', currentPlatform);
}
