import { createHmac } from 'node:crypto';
import { createRedactor, type Redactor, StepforkError } from '@stepfork/trace';
import { environment } from '../ambient-defaults.ts';
import { credentialValues } from './credential-values.ts';

export interface ProjectRedactorOptions {
  /** Secret of the project, at least 16 random bytes; it never enters a trace. */
  readonly key: Uint8Array;
  /** Values of its credential-like variables are secrets wherever they appear. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * The redactor of a project: the same key gives the same pseudonym for a secret in every trace, fork and claim.
 *
 * @throws StepforkError `STEPFORK_KEY` if the key is too short to protect anything.
 */
export function createProjectRedactor({ key, env = environment() }: ProjectRedactorOptions): Redactor {
  if (key.byteLength < 16) {
    throw new StepforkError('STEPFORK_KEY', `A redaction key has at least 16 bytes; this one has ${key.byteLength}.`, {
      hint: 'Make one with crypto.randomBytes(32) and keep it outside the repository.',
    });
  }
  const hmac = (secret: string): Uint8Array => createHmac('sha256', key).update(secret).digest();
  const keyId = Buffer.from(hmac('stepfork key id')).toString('hex', 0, 4);
  return createRedactor({ hmac, keyId, secrets: credentialValues(env) });
}
