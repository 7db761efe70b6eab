import { join } from 'node:path';
import { forkOnDemand } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { editTraceFile } from '@stepfork/trace/file';
import { redactor } from './record-case.ts';
import { rulesOf } from './rules-of.ts';
import { toolNames, type WorldLog, zooAgent } from './zoo-agent.ts';
import type { Variant, ZooCase } from './zoo-case.ts';

/**
 * Forks the trace beside an exported test on demand, as `stepfork fork --live …` does: models and reads that no recording answers run in a
 * fresh world, effects never. Where that is not enough the file stays as it is.
 */
export async function forkExported(zooCase: ZooCase, variant: Variant, target: string, log: WorldLog): Promise<void> {
  const edit = await editTraceFile(join(target, 'bug.sftrace.jsonl'));
  try {
    const { forks } = await withForked(zooCase, variant, edit.file, log);
    if (forks.length > edit.file.forks.length) await edit.write(forks);
  } finally {
    await edit.close();
  }
}

/** The recordings of a case, and one more of what this variant asks beyond them, if that can be asked. */
export async function withForked(zooCase: ZooCase, variant: Variant, file: TraceFile, log: WorldLog): Promise<TraceFile> {
  const { trunk, forks } = file;
  const callsModel = [trunk, ...forks].some(({ steps }) => steps.some(({ call }) => call.kind === 'model'));
  const live = [...(callsModel ? ['model:*'] : []), ...(await readsOf(zooCase))];
  const forked = await forkOnDemand(file, await zooAgent(zooCase.folder, variant, log), { ...rulesOf(zooCase), live, redactor });
  return forked.kind === 'forked' ? { ...file, forks: [...forks, forked.fork] } : file;
}

/** Every read of the world: what is no effect. */
async function readsOf({ folder, effects, live }: ZooCase): Promise<readonly string[]> {
  return (await toolNames(folder)).filter((name) => !effects.includes(name) && !live.includes(name));
}
