import { createProjectRedactor, record } from '@stepfork/interceptor';
import { attachFork, redactClaim } from '@stepfork/replay';
import type { Trace, TraceFile } from '@stepfork/trace';
import { zooAgent } from './zoo-agent.ts';
import type { ZooCase } from './zoo-case.ts';

// A key of this bench alone: its secrets are made up.
export const redactor = createProjectRedactor({ key: new TextEncoder().encode('the key of the zoo, kept nowhere'), env: {} });

/** The buggy run in a fresh world, alone. */
export async function recordTrunk({ folder, input }: ZooCase): Promise<TraceFile> {
  return fileOf(await record(await zooAgent(folder, 'buggy'), input, { redactor }));
}

/**
 * The same with a run of the fixed code, in a fresh world of its own, as a fork. It is judged first, as `stepfork fork --from` does; where it
 * violates the claim, the claim may depend on the day, and it is recorded once more under the clock of the trunk.
 */
export async function withFixed(zooCase: ZooCase, file: TraceFile): Promise<TraceFile> {
  const claim = redactClaim(zooCase.claim, redactor);
  for (const asOf of [null, file.trunk]) {
    const attached = attachFork(file, await recordFixed(zooCase, asOf), claim);
    if (attached.kind === 'attached') return fileOf(file.trunk, attached.fork);
    if (attached.kind === 'same-as') return file;
  }
  return file;
}

async function recordFixed({ folder, input }: ZooCase, asOf: Trace | null): Promise<Trace> {
  return record(await zooAgent(folder, 'fixed'), input, { redactor, ...(asOf && { startedAt: new Date(asOf.run.startedAt) }) });
}

function fileOf(trunk: Trace, ...forks: readonly Trace[]): TraceFile {
  return { trunk, forks, sealed: true, damage: null };
}
