import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Agent } from '@stepfork/replay';
import { type AgentRef, basesOfFile, resolveAgentRef } from '../../agent/agent-ref.ts';
import { fileOfSpecifier } from '../file-of-specifier.ts';
import { loadedAtOnce } from './loaded-at-once.ts';
import type { Loader } from './loader.ts';
import type { AgentPlace } from './order.ts';

/**
 * Which export of which module this function is: of those that are named, of the one that the recording names, or of one that the test imports.
 *
 * @param load imports a module as the runner does, once
 * @returns `null`: it is none of them, since the test made it itself for instance
 */
export async function findAgent(
  agent: Agent,
  { test, places, recorded }: { readonly test: string; readonly places: readonly (AgentPlace | null)[]; readonly recorded: string | null },
  load: Loader['load'],
): Promise<AgentRef | null> {
  const files = [...places.flatMap((place) => place?.file ?? []), ...fileOfRef(recorded, test), ...importedBy(test)];
  for (const file of new Set(files)) {
    const found = Object.entries(await load(file)).find(([, value]) => value === agent);
    if (found !== undefined) return resolveAgentRef(`${file}#${found[0]}`, []);
  }
  return null;
}

/** None, where there is no such file any more. */
function fileOfRef(ref: string | null, test: string): readonly string[] {
  if (ref === null) return [];
  const path = ref.slice(0, ref.lastIndexOf('#'));
  return basesOfFile(test)
    .map((base) => resolve(base, path))
    .filter((file) => existsSync(file))
    .slice(0, 1);
}

function importedBy(test: string): readonly string[] {
  return loadedAtOnce(readFileSync(test, 'utf8')).flatMap((specifier) => fileOfSpecifier(dirname(test), specifier) ?? []);
}
