import { credentialName } from '@stepfork/trace';

/**
 * Values of the environment variables whose names say that they hold a credential: secrets wherever they appear, for a redactor and for a
 * last scan. Paths are none (`SSH_AUTH_SOCK`), nor is what is too short to be told from ordinary text.
 */
export function credentialValues(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const values = Object.entries(env).flatMap(([name, value]) => (value !== undefined && isCredential(name, value) ? [value] : []));
  return [...new Set(values)];
}

function isCredential(name: string, value: string): boolean {
  return credentialName(name) !== null && value.length >= 8 && !/^(?:[A-Za-z]:)?[\\/]/.test(value);
}
