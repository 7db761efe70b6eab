import { currentPlatform } from '../platform/current-platform.ts';
import type { TraceFile } from '../trace.ts';
import { readBytes } from './read-bytes.ts';

export interface ReadOptions {
  /** What errors call the trace; a path, mostly. */
  readonly source?: string;
}

/**
 * A trace file that is in memory, in either encoding. Every checksum and every seal is checked, no code is run.
 *
 * An unsealed file, as a killed run leaves it, is read up to its first damage: calls that were open are `interrupted` then.
 *
 * @throws TraceFormatError if it is no trace, is sealed and damaged, comes from a newer version, or says what no trace may say
 */
export function readTrace(bytes: Uint8Array | string, options: ReadOptions = {}): Promise<TraceFile> {
  const all = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return readBytes(all, options.source ?? 'trace', currentPlatform);
}
