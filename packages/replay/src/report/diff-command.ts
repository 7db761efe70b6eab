import type { Receipt } from '../receipt.ts';
import { shell } from './shell.ts';

/** The command that shows where a kept replay parted from the recording that it followed: a trace file and, where it was a fork, which one. */
export function diffCommand(trace: string, kept: string, { recording: { place } }: Receipt): string {
  return ['stepfork diff', ...(place === 0 ? [] : [`--fork ${place}`]), shell(trace), shell(kept)].join(' ');
}
