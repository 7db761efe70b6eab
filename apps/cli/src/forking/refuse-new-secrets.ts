import type { Trace } from '@stepfork/trace';
import { refuseSecrets } from '../project/scan-trace.ts';

/**
 * Looks over a run once more before it is written into a file whose trunk is redacted.
 *
 * @throws SecretFoundError
 */
export function refuseNewSecrets(trunk: Trace, fork: Trace): void {
  if (trunk.run.redaction === null) return;
  refuseSecrets({ trunk: fork, forks: [] }, 'Nothing was written. Let the tool answer without the secret, or change how it is written.');
}
