import { basename, resolve } from 'node:path';
import { diffCommand, dropLast, keepLast, lastPlace } from '@stepfork/replay';
import { shortPath } from '../render/short-path.ts';
import type { Judged } from './compare-rechunked.ts';

/**
 * Keeps a replay that did not end well where `verify` keeps those of tests, and gives the line that says how to compare it with its recording:
 * empty where nothing could be kept. One that did end well removes it.
 *
 * @param file the trace or case file, as it was named
 */
export async function keepReplay({ verdict, replay }: Judged, trace: string, file: string): Promise<string> {
  const place = lastPlace(resolve(trace), 'stepfork replay', basename(file).replace(/\.(?:case\.json|sftrace(?:\.jsonl)?)$/, ''));
  if (verdict === null || verdict.kind === 'pass') {
    await dropLast(place);
    return '';
  }
  const kept = await keepLast(replay, place);
  if (kept === null) return '';
  return `See where this run left the recording: ${diffCommand(shortPath(resolve(trace)), shortPath(kept), replay.receipt)}\n`;
}
