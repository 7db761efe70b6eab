import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createProjectRedactor } from '@stepfork/interceptor';
import type { Redactor, Run } from '@stepfork/trace';
import { UsageError } from '../usage-error.ts';
import { type GitState, gitState } from './git.ts';

/**
 * The redactor of a project. Its key lies in the file that `STEPFORK_KEY_FILE` names, else in the user's config folder, where it is created
 * when first asked for: outside the repository, since whoever has it can test guesses.
 *
 * One key per repository, shared by all its worktrees, or per package where there is none.
 *
 * @throws UsageError if the key file is missing, too short, or cannot be created
 */
export function projectRedactor(root: string, git: GitState | null, env: NodeJS.ProcessEnv = process.env): Redactor {
  const named = env.STEPFORK_KEY_FILE;
  return createProjectRedactor({ key: named ? readNamedKey(named) : readOrCreateKey(git?.commonDir ?? root, env), env });
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
  if (recorded === null) return {};
  const file = env.STEPFORK_KEY_FILE || keyFile(gitState(root)?.commonDir ?? root, env);
  if (!existsSync(file)) return {};
  const redactor = createProjectRedactor({ key: readKey(file), env });
  return redactor.keyId === recorded.keyId ? { redactor } : {};
}

function readNamedKey(file: string): Buffer {
  if (existsSync(file)) return readKey(file);
  throw new UsageError(`STEPFORK_KEY_FILE names ${file}, which does not exist.`, `Create it: openssl rand -hex 32 > ${file}`);
}

function readOrCreateKey(identity: string, env: NodeJS.ProcessEnv): Buffer {
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
  return readKey(file);
}

function keyFile(identity: string, env: NodeJS.ProcessEnv): string {
  const project = existsSync(identity) ? realpathSync(identity) : identity;
  return join(configFolder(env), 'stepfork', 'keys', createHash('sha256').update(project).digest('hex').slice(0, 16));
}

function readKey(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim();
  const key = /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'utf8');
  if (key.byteLength < 16)
    throw new UsageError(`The redaction key ${file} is too short.`, `It needs 16 bytes or more: openssl rand -hex 32 > ${file}`);
  return key;
}

function configFolder(env: NodeJS.ProcessEnv): string {
  if (env.XDG_CONFIG_HOME) return env.XDG_CONFIG_HOME;
  if (process.platform === 'win32' && env.APPDATA) return env.APPDATA;
  return join(homedir(), '.config');
}
