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
  for (const name of Reflect.ownKeys(env)) {
    if (typeof name !== 'string' || credentialName(name) === null) continue;
    const value = env[name];
    if (value !== undefined && isCredential(value)) found[name] = value;
  }
  return found;
}

function isCredential(value: string): boolean {
  return value.length >= 8 && !/^(?:[A-Za-z]:)?[\\/]/.test(value);
}
