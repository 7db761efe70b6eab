import { createRequire } from 'node:module';
import type { Run } from '@stepfork/trace';
import type { InstalledSdk } from '../sdks/installed-sdks.ts';
import { sdkVersions } from '../sdks/sdk-versions.ts';
import type { GitState } from './git.ts';

/**
 * What the head of a recording says about where it was made.
 *
 * @param sdks those of the agent's folder
 */
export function runHead(git: GitState | null, sdks: readonly InstalledSdk[]): Pick<Run, 'git' | 'versions'> {
  const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
  return {
    git: git === null ? null : { commit: git.commit, dirty: git.dirty },
    versions: { node: process.versions.node, stepfork: version, ...sdkVersions(sdks) },
  };
}
