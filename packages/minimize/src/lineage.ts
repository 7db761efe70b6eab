import { createHash } from 'node:crypto';
import { type Minimized, sealOf, type Trace } from '@stepfork/trace';
import type { PassReport } from './passes/run-pass.ts';

/** The smaller run under an id of its own, saying of which run it was made, and how. */
export function withLineage(trace: Trace, parent: Trace, said: Pick<Minimized, 'signature' | 'proof' | 'edits' | 'counts'>): Trace {
  const derived: Minimized = { kind: 'minimized', of: parent.run.id, seal: sealOf(parent), ...said };
  return { ...trace, run: { ...trace.run, id: idOf(derived), derived } };
}

/** A UUID of version 8 (RFC 9562): what was made of the same run in the same way is the same run, whenever it was made. */
function idOf({ of, seal, signature, edits }: Minimized): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([of, seal, signature, edits]))
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** What went, pass by pass; rounds and depths of one pass together. */
export function editsOf(reports: readonly PassReport[]): Minimized['edits'] {
  const byPass = new Map<string, string[]>();
  for (const { pass, removed } of reports) if (removed.length > 0) byPass.set(pass, [...(byPass.get(pass) ?? []), ...removed]);
  return [...byPass].map(([by, removed]) => ({ by, removed }));
}
