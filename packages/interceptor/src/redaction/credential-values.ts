import { credentialName } from '@stepfork/trace';

/**
 * Values of the environment variables whose names say that they hold a credential: secrets wherever they appear, for a redactor and for a
 * last scan. Paths are none (`SSH_AUTH_SOCK`), nor is what is too short to be told from ordinary text.
 */
export function credentialValues(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return [...new Set(Object.values(credentialVariables(env)))];
}

/** The variables that hold them. */
export function credentialVariables(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  // Names first: to ask `process.env` for a value costs more than all the rest, and every replay looks.
  for (const name of credentialNames(Reflect.ownKeys(env))) {
    const value = env[name];
    if (value !== undefined && isCredential(value)) found[name] = value;
  }
  return found;
}

/** What was found last: mostly the variables are the same as before. */
let last: { readonly of: readonly PropertyKey[]; readonly names: readonly string[] } = { of: [], names: [] };

function credentialNames(keys: readonly PropertyKey[]): readonly string[] {
  const { of } = last;
  if (of.length !== keys.length || of.some((key, at) => key !== keys[at])) {
    last = { of: keys, names: keys.filter((key) => typeof key === 'string' && credentialName(key) !== null) as string[] };
  }
  return last.names;
}

function isCredential(value: string): boolean {
  return value.length >= 8 && !/^(?:[A-Za-z]:)?[\\/]/.test(value);
}
