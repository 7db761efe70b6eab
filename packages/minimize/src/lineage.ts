import { type Minimized, sealOf, type Trace } from '@stepfork/trace';
import type { PassReport } from './passes/run-pass.ts';

/** The smaller run under an id of its own, saying of which run it was made, and how. */
export function withLineage(
  trace: Trace,
  parent: Trace,
  id: string,
  said: Pick<Minimized, 'signature' | 'proof' | 'edits' | 'counts'>,
): Trace {
  const derived: Minimized = { kind: 'minimized', of: parent.run.id, seal: sealOf(parent), ...said };
  return { ...trace, run: { ...trace.run, id, derived } };
}

/** What went, pass by pass; rounds and depths of one pass together. */
export function editsOf(reports: readonly PassReport[]): Minimized['edits'] {
  const byPass = new Map<string, string[]>();
  for (const { pass, removed } of reports) if (removed.length > 0) byPass.set(pass, [...(byPass.get(pass) ?? []), ...removed]);
  return [...byPass].map(([by, removed]) => ({ by, removed }));
}
