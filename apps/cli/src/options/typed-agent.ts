import { currentBases, resolveAgentRef } from '../agent/agent-ref.ts';
import type { Project } from '../agent/load-project.ts';

/** The agent as `--agent` takes it in the current folder: as it was typed, else as files store it, else with its whole path. */
export function typedAgent({ ref }: Project, flag: string | undefined, cwd: string = process.cwd()): string {
  if (flag !== undefined) return flag;
  try {
    if (resolveAgentRef(ref.text, currentBases(cwd)).file === ref.file) return ref.text;
  } catch {
    // Another folder: from here that ref names nothing.
  }
  return `${ref.file}#${ref.exportName}`;
}
