import { metIn } from '@stepfork/interceptor';
import type { TraceFile } from '@stepfork/trace';
import { isHttpCall } from '../messages/is-http-call.ts';
import { recordedCredentials } from '../secrets/recorded-credentials.ts';

/** What an agent's module must find in its process when it is loaded, before any replay begins. */
export interface LoadNeeds {
  /** The recorded runs sent requests: `@stepfork/http/register` comes first, since some clients keep the `fetch` that is there when they are made. */
  readonly http: boolean;
  /** An SDK was met in them, whose tools nobody wraps: `@stepfork/register` comes first, since it meets the SDK when that is loaded. */
  readonly tools: boolean;
  /** Credentials that the trunk used, as their pseudonyms: where one is missing, some clients cannot be made. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Read off the recordings, so that nobody has to configure it. */
export function loadNeeds({ trunk, forks }: TraceFile): LoadNeeds {
  const recordings = [trunk, ...forks];
  return {
    http: recordings.some(({ steps }) => steps.some(({ call }) => isHttpCall(call))),
    tools: recordings.some((recording) => metIn(recording).length > 0),
    environment: Object.fromEntries(recordedCredentials(trunk)),
  };
}

/** The package that must be imported before the agent; `null`: none. */
export function firstImport({ http, tools }: LoadNeeds): { readonly package: string; readonly module: string } | null {
  if (tools) return { package: toolMeeter, module: toolMeeter };
  return http ? { package: '@stepfork/http', module: '@stepfork/http/register' } : null;
}

const toolMeeter = '@stepfork/register';
