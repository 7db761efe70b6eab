import { dirname, resolve } from 'node:path';
import type { Agent, LoadNeeds } from '@stepfork/replay';
import type { Config } from '../config/config.ts';
import { type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { UsageError } from '../errors/usage-error.ts';
import { type AgentRef, basesOfFile, currentBases, resolveAgentRef } from './agent-ref.ts';
import { loadAgent } from './load-agent.ts';

/** An agent that can be run, and what its project has configured. */
export interface Project {
  readonly ref: AgentRef;
  readonly config: Config;
  readonly configFile: string | null;
  /** Loads the agent's module: code of the user runs, the agent does not. Called last, when all else has been checked. Without `needs` to run in the world. */
  readonly load: (needs?: LoadNeeds) => Promise<Agent>;
}

/**
 * The agent of `--agent`, else of the file that the command reads, else of the config; and the nearest config above it.
 *
 * @param recorded the ref in a trace or case file, and the file that it stands in
 * @throws UsageError if no agent is named, or there is no such file
 */
export async function findProject(
  flag: string | undefined,
  recorded: { readonly ref: string | null; readonly file: string } | null = null,
  cwd: string = process.cwd(),
): Promise<Project> {
  if (flag !== undefined) return project(resolveAgentRef(flag, currentBases(cwd)));
  if (recorded !== null && recorded.ref !== null) {
    return project(resolveAgentRef(recorded.ref, [...basesOfFile(recorded.file), ...currentBases(cwd)]));
  }
  const loaded = await loadConfig(cwd);
  if (loaded.file === null || loaded.config.agent === undefined) {
    throw new UsageError('No agent is named.', 'Give --agent ./src/agent.ts#runAgent, or set `agent` in stepfork.config.ts.');
  }
  return project(resolveAgentRef(loaded.config.agent, [dirname(loaded.file)]), loaded);
}

async function project(ref: AgentRef, loaded?: LoadedConfig): Promise<Project> {
  const { config, file } = loaded ?? (await loadConfig(dirname(ref.file)));
  return {
    ref,
    configFile: file,
    config: file === null ? config : withAbsolutePaths(config, dirname(file)),
    load: (needs) => loadAgent(ref, { ...(needs && { needs }) }),
  };
}

function withAbsolutePaths(config: Config, folder: string): Config {
  return config.claim === undefined ? config : { ...config, claim: resolve(folder, config.claim) };
}
