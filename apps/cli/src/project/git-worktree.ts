import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UsageError } from '../errors/usage-error.ts';
import { atEnd } from './at-end.ts';
import { removeLeft } from './left-behind.ts';

/** A checkout of another commit, beside the user's own. */
export interface Worktree {
  /** Where a file of the user's checkout is in this one. */
  readonly fileOf: (file: string) => string;
  readonly remove: () => void;
}

const prefix = 'stepfork-worktree-';

/**
 * Checks a commit out into a temporary folder of the repository. The dependencies are those that are installed now.
 *
 * @throws UsageError if the folder is in no repository, or the repository knows no such commit
 */
export function addWorktree(folder: string, gitRef: string): Worktree {
  const top = tryGit(folder, 'rev-parse', '--show-toplevel');
  if (top === null)
    throw new UsageError(
      `${folder} is in no git repository, so --buggy-ref has nothing to check out.`,
      'Name the buggy code with --buggy.',
    );
  const commit = gitRef.startsWith('-') ? null : tryGit(top, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${gitRef}^{commit}`);
  if (commit === null)
    throw new UsageError(`There is no commit "${gitRef}" in ${top}.`, 'Give a branch, a tag or a commit: --buggy-ref HEAD~1.');
  // Inside .git: out of everybody's sight, and whatever the project finds in the folders above it is found from there too.
  const commonDir = git(top, 'rev-parse', '--path-format=absolute', '--git-common-dir');
  if (removeLeft(commonDir, prefix)) tryGit(top, 'worktree', 'prune');
  const parent = mkdtempSync(join(commonDir, `${prefix}${process.pid}-`));
  const checkout = join(parent, 'checkout');
  const remove = atEnd(() => {
    if (!existsSync(parent)) return;
    tryGit(top, 'worktree', 'remove', '--force', checkout);
    rmSync(parent, { recursive: true, force: true });
    tryGit(top, 'worktree', 'prune');
  });
  try {
    git(top, 'worktree', 'add', '--detach', '--quiet', checkout, commit);
    linkDependencies(folder, top, checkout);
  } catch (error) {
    remove();
    throw error;
  }
  return { fileOf: (file) => join(checkout, relative(realpathSync(top), realpathSync(file))), remove };
}

/** Every `node_modules` from the package up to the top of the repository, at the same place in the checkout. */
function linkDependencies(folder: string, top: string, checkout: string): void {
  const root = realpathSync(top);
  for (let here = realpathSync(folder); ; here = dirname(here)) {
    const modules = join(here, 'node_modules');
    const link = join(checkout, relative(root, here), 'node_modules');
    if (existsSync(modules) && existsSync(dirname(link)) && !existsSync(link)) symlinkSync(modules, link, 'junction');
    if (here === root || here === dirname(here)) return;
  }
}

function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

function tryGit(cwd: string, ...args: readonly string[]): string | null {
  try {
    return git(cwd, ...args);
  } catch {
    // git says no by its exit code; what that means is for the caller to say.
    return null;
  }
}
