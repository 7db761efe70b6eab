import { credentialName, isPseudonym, type Trace } from '@stepfork/trace';

/**
 * The credentials of the environment that a recorded run used: names of variables with their pseudonyms.
 *
 * A trace is data from a stranger. Told are only variables whose names our own rule takes for those of a credential, never one of
 * `forbidden` (`PATH`, `NODE_OPTIONS`, `LD_…`, `STEPFORK_…` and whatever else steers a process), and only values that carry the mark of a
 * pseudonym and no control character.
 */
export function recordedCredentials({ draws }: Trace): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { kind, site, value } of draws) {
    if (kind === 'environment' && typeof value === 'string' && !found.has(site) && mayBeSet(site, value)) found.set(site, value);
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
