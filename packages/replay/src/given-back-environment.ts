import { credentialName, isPseudonym, type Redactor, type Trace } from '@stepfork/trace';
import { environment } from './ambient-defaults.ts';

/** What replays have put over one variable, the newest last. */
interface Given {
  readonly before: string | undefined;
  readonly values: { readonly value: string }[];
}

const given = new Map<string, Given>();

/**
 * Puts the credentials of the environment that a recorded run used back for the time of a replay, as their pseudonyms: where a variable is
 * missing, as in CI, the agent reads what it read in the recording. One whose value has that very pseudonym stays, so that a live tool can go on
 * working with it. The returned function takes them back; where replays overlap, the last one to end does.
 *
 * A trace is data from a stranger. Set are only variables whose names our own rule takes for those of a credential, never one of
 * `forbidden` (`PATH`, `NODE_OPTIONS`, `LD_…`, `STEPFORK_…` and whatever else steers a process), and only to values that carry the mark of a
 * pseudonym and no control character.
 */
export function giveBackEnvironment(
  recording: Trace,
  redactor: Redactor | null,
  env: Record<string, string | undefined> = environment(),
): () => void {
  const taken = [...credentialsOf(recording)].flatMap(([name, value]) => {
    const present = env[name];
    if (present !== undefined && (present === value || redactor?.field(name, present) === value))
      return given.has(name) ? [put(env, name, value)] : [];
    return [put(env, name, value)];
  });
  return () => {
    for (const take of taken.splice(0)) take();
  };
}

function put(env: Record<string, string | undefined>, name: string, value: string): () => void {
  const over = given.get(name) ?? { before: env[name], values: [] };
  const mine = { value };
  given.set(name, over);
  over.values.push(mine);
  env[name] = value;
  return () => {
    over.values.splice(over.values.indexOf(mine), 1);
    const last = over.values.at(-1);
    if (last !== undefined) {
      env[name] = last.value;
      return;
    }
    given.delete(name);
    // To assign `undefined` would set the text "undefined".
    if (over.before === undefined) delete env[name];
    else env[name] = over.before;
  };
}

function credentialsOf({ draws }: Trace): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { kind, site, value } of draws) {
    if (kind === 'environment' && typeof value === 'string' && mayBeSet(site, value)) found.set(site, value);
  }
  return found;
}

function mayBeSet(name: string, value: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(name) || forbidden.test(name) || credentialName(name) === null) return false;
  return value.length <= longest && isPseudonym(value) && !hasControl.test(value.replace(/[\r\n\t]/g, ''));
}

const longest = 16_384;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no variable of a process may hold one
const hasControl = /[\u0000-\u001f\u007f]/;
/** Whatever the rule for names may come to say: what steers the process, the loader, the shell or us. Windows does not tell the cases apart. */
const forbidden =
  /^(?:PATH|PATHEXT|HOME|SHELL|ENV|BASH_ENV|IFS|PWD|OLDPWD|USER|TMPDIR|TEMP|TMP|CI|NODE_(?:OPTIONS|PATH|ENV|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|REPL_\w+|DEBUG|V8_COVERAGE|PENDING_\w+)|.*_PROXY|(?:LD|DYLD|STEPFORK|VITEST|JEST|GIT|SSH|SSL|OPENSSL|ELECTRON|XDG|COR|CORECLR|DOTNET|PYTHON|PERL5?|RUBY|JAVA|MALLOC|UV)_\w*|NPM_CONFIG_\w*|COMSPEC|SYSTEMROOT|WINDIR|PROMPT_COMMAND)$/i;
