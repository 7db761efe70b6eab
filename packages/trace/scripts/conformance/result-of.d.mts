import type { TraceFile } from '../../src/trace.ts';

type At = { readonly line: number } | { readonly byte: number } | null;
type Result =
  | { readonly trace: unknown; readonly sealed: boolean; readonly stoppedAt: At }
  | { readonly refused: { readonly code: string; readonly at: At } };

export function resultOf(read: () => Promise<TraceFile>): Promise<Result>;
