import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Json, JsonObject, Run } from '@stepfork/trace';
import { basesOfFile, currentBases, resolveAgentRef } from '../agent/agent-ref.ts';

/** The folder of the code that is meant, whose SDKs count: of `--agent`, else of the recorded agent or program, else the current one. */
export function folderOfAgent(
  flag: string | undefined,
  recorded: { readonly run: Run; readonly file: string } | null,
  cwd: string = process.cwd(),
): string {
  if (flag !== undefined) return dirname(resolveAgentRef(flag, currentBases(cwd)).file);
  const file = recorded === null ? null : (recordedAgent(recorded.run, recorded.file, cwd) ?? recordedScript(recorded.run.input, cwd));
  return file === null ? cwd : dirname(file);
}

function recordedAgent({ agent }: Run, file: string, cwd: string): string | null {
  if (agent === null) return null;
  try {
    return resolveAgentRef(agent, [...basesOfFile(file), ...currentBases(cwd)]).file;
  } catch {
    // The trace is looked at somewhere else, or the agent is gone.
    return null;
  }
}

function recordedScript(input: Json, cwd: string): string | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const { argv } = input as JsonObject;
  const script = Array.isArray(argv) && typeof argv[0] === 'string' ? resolve(cwd, argv[0]) : null;
  return script !== null && existsSync(script) ? script : null;
}
