import { execFileSync } from 'node:child_process';

/** Where the project stands in git; `null` without git, a repository or a commit. */
export interface GitState {
  readonly commit: string;
  /** A tracked file differs from the commit. */
  readonly dirty: boolean;
  /** The repository's own folder: the same for all its worktrees. */
  readonly commonDir: string;
}

export function gitState(folder: string): GitState | null {
  const found = git(folder, 'rev-parse', '--path-format=absolute', '--git-common-dir', 'HEAD');
  const [commonDir, commit] = found?.split('\n') ?? [];
  if (commonDir === undefined || commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return null;
  return { commit, commonDir, dirty: git(folder, 'status', '--porcelain', '--untracked-files=no') !== '' };
}

function git(folder: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    // No git, no repository, no commit: each is the same to us.
    return null;
  }
}
