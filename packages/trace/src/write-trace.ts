import type { Encoding } from './codec.ts';
import { currentPlatform } from './current-platform.ts';
import { encodeFile } from './encode-file.ts';
import type { TraceFile } from './trace.ts';

/** The bytes of a trace file, each segment sealed anew, also that of a run which was killed. Reading them gives the same file. */
export function writeTrace(file: TraceFile, encoding: Encoding): Promise<Uint8Array> {
  return encodeFile(file, encoding, currentPlatform);
}
