import type { Trace } from '@stepfork/trace';
import { bytesOf } from './bytes-of.ts';
import { turnsOf } from './turns-of.ts';

export interface Size {
  readonly turns: number;
  readonly steps: number;
  readonly bytes: number;
}

export function sizeOf(trace: Trace): Size {
  return { turns: turnsOf(trace).length, steps: trace.steps.length, bytes: bytesOf(trace) };
}
