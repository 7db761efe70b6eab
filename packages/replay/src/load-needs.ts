import type { TraceFile } from '@stepfork/trace';
import { isHttpCall } from './is-http-call.ts';
import { recordedCredentials } from './recorded-credentials.ts';

/** What an agent's module must find in its process when it is loaded, before any replay begins. */
export interface LoadNeeds {
  /** The recorded runs sent requests: `@stepfork/http/register` comes first, since some clients keep the `fetch` that is there when they are made. */
  readonly http: boolean;
  /** Credentials that the trunk used, as their pseudonyms: where one is missing, some clients cannot be made. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Read off the recordings, so that nobody has to configure it. */
export function loadNeeds({ trunk, forks }: TraceFile): LoadNeeds {
  return {
    http: [trunk, ...forks].some(({ steps }) => steps.some(({ call }) => isHttpCall(call))),
    environment: Object.fromEntries(recordedCredentials(trunk)),
  };
}
