import type { Encoding } from '../codecs/codec.ts';
import { currentPlatform } from '../platform/current-platform.ts';
import type { TraceFile } from '../trace.ts';
import { encodeFile } from './encode-file.ts';

/** The bytes of a trace file, each segment sealed anew, also that of a run which was killed. Reading them gives the same file. */
export function writeTrace(file: TraceFile, encoding: Encoding): Promise<Uint8Array> {
  return encodeFile(file, encoding, currentPlatform);
}
