import { credentialValues } from '@stepfork/interceptor';
import { StepforkError, scanTrace, type TraceFile } from '@stepfork/trace';

const removed =
  'The file was removed. If it is no secret, record with --no-redact into a place that is not committed, and look at the value there.';

/** A finished recording still holds something that looks like a secret. */
class SecretFoundError extends StepforkError {
  constructor(message: string, hint: string) {
    super('STEPFORK_SECRET_FOUND', message, { hint });
  }
}

/**
 * Looks once more over everything in a finished file, also for the values of credential-like environment variables.
 *
 * @throws SecretFoundError that names rule and place of the first hits, never the secret
 */
export function refuseSecrets(
  file: Pick<TraceFile, 'trunk' | 'forks'>,
  hint: string = removed,
  env: NodeJS.ProcessEnv = process.env,
): void {
  const secrets = credentialValues(env);
  const hits = scanTrace(file, secrets).map(({ rule, where }) => `${rule} in ${where}`);
  if (hits.length === 0) return;
  const named = [...new Set(hits)];
  throw new SecretFoundError(
    `The recording holds what looks like a secret: ${named.slice(0, 3).join('; ')}${named.length > 3 ? '; …' : ''}.`,
    hint,
  );
}
