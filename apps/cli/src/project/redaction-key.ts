import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, realpathSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Redactor, Run } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';
import { digest } from './digest.ts';
import { type GitState, gitState } from './git.ts';
import { redactorOfKeyFile } from './read-key.ts';

/**
 * The redactor of a project. Its key lies in the file that `STEPFORK_KEY_FILE` names, else in the user's config folder, where it is created
 * when first asked for: outside the repository, since whoever has it can test guesses.
 *
 * One key per repository, shared by all its worktrees, or per package where there is none.
 *
 * @throws UsageError if the key file is missing, too short, or cannot be created
 */
export function projectRedactor(root: string, git: GitState | null, env: NodeJS.ProcessEnv = process.env): Redactor {
  return redactorOfKeyFile(projectKeyFile(root, git, env), env);
}

/**
 * The file with the key of a project, which is created when first asked for.
 *
 * @throws UsageError if it is missing, or cannot be created
 */
export function projectKeyFile(root: string, git: GitState | null, env: NodeJS.ProcessEnv = process.env): string {
  const named = env.STEPFORK_KEY_FILE;
  return named ? requireNamedKey(named) : createKey(git?.commonDir ?? root, env);
}

/**
 * The redactor as a replay takes it, where the very key that made the recording's pseudonyms is at hand: then secrets in the agent's own source
 * match too. No key is created.
 */
export function redactorOfProject(
  root: string,
  recorded: Run['redaction'],
  env: NodeJS.ProcessEnv = process.env,
): { readonly redactor?: Redactor } {
  const file = keyFileOfRecording(root, recorded, env);
  return file === null ? {} : { redactor: redactorOfKeyFile(file, env) };
}

/** The file with the very key that made the pseudonyms of a recording; `null`: it is not at hand. */
export function keyFileOfRecording(root: string, recorded: Run['redaction'], env: NodeJS.ProcessEnv = process.env): string | null {
  if (recorded === null) return null;
  const file = env.STEPFORK_KEY_FILE || keyFile(gitState(root)?.commonDir ?? root, env);
  return existsSync(file) && redactorOfKeyFile(file, env).keyId === recorded.keyId ? file : null;
}

function requireNamedKey(file: string): string {
  if (existsSync(file)) return file;
  throw new UsageError(`STEPFORK_KEY_FILE names ${file}, which does not exist.`, `Create it: openssl rand -hex 32 > ${file}`);
}

function createKey(identity: string, env: NodeJS.ProcessEnv): string {
  const file = keyFile(identity, env);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const opened = openSync(file, 'wx', 0o600);
    writeSync(opened, `${randomBytes(32).toString('hex')}\n`);
    closeSync(opened);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new UsageError(
        `The redaction key ${file} could not be created.`,
        'Let STEPFORK_KEY_FILE name a file with 32 random bytes in hex.',
        { cause },
      );
    }
  }
  return file;
}

function keyFile(identity: string, env: NodeJS.ProcessEnv): string {
  const project = existsSync(identity) ? realpathSync(identity) : identity;
  return join(configFolder(env), 'stepfork', 'keys', digest(project).slice(0, 16));
}

function configFolder(env: NodeJS.ProcessEnv): string {
  if (env.XDG_CONFIG_HOME) return env.XDG_CONFIG_HOME;
  if (process.platform === 'win32' && env.APPDATA) return env.APPDATA;
  return join(homedir(), '.config');
}
