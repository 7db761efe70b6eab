import { createProjectRedactor, credentialValues } from '@stepfork/interceptor';
import type { Redactor } from '@stepfork/trace';
import { environment, freshKey } from '../ambient/ambient-defaults.ts';

let made: { readonly secrets: readonly string[]; readonly redactor: Redactor } | null = null;
let key: Uint8Array | null = null;

/**
 * What makes pseudonyms where the key of the project is not at hand: nobody can know them, and they are the same in all replays of this process. Made
 * anew where the credentials in the environment are others.
 */
export function keylessRedactor(): Redactor {
  const secrets = credentialValues(environment());
  if (made === null || made.secrets.length !== secrets.length || made.secrets.some((secret, at) => secret !== secrets[at])) {
    key ??= freshKey();
    made = { secrets, redactor: createProjectRedactor({ key }) };
  }
  return made.redactor;
}
