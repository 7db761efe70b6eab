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
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isCredential(name, value) ? [[name, value]] : [])),
  );
}

function isCredential(name: string, value: string): boolean {
  return credentialName(name) !== null && value.length >= 8 && !/^(?:[A-Za-z]:)?[\\/]/.test(value);
}
