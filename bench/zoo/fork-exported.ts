import { join } from 'node:path';
import { forkOnDemand } from '@stepfork/replay';
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
    const { trunk, forks } = edit.file;
    const callsModel = [trunk, ...forks].some(({ steps }) => steps.some(({ call }) => call.kind === 'model'));
    const live = [...(callsModel ? ['model:*'] : []), ...(await readsOf(zooCase))];
    const forked = await forkOnDemand(edit.file, await zooAgent(zooCase.folder, variant, log), { ...rulesOf(zooCase), live, redactor });
    if (forked.kind === 'forked') await edit.write([...forks, forked.fork]);
  } finally {
    await edit.close();
  }
}

/** Every read of the world: what is no effect. */
async function readsOf({ folder, effects, live }: ZooCase): Promise<readonly string[]> {
  return (await toolNames(folder)).filter((name) => !effects.includes(name) && !live.includes(name));
}
