import { patchAgents } from './client-request/patch-agents.ts';
import { patchFetch } from './fetch/patch-fetch.ts';
import { watchClients } from './unrecorded/watch-clients.ts';
import { watchSockets } from './unrecorded/watch-sockets.ts';

// For its side effect: `import '@stepfork/http/register'` before the SDKs make their clients, since some keep the `fetch` that is there then.
if (process.env.STEPFORK_HOOKS !== 'off' && patchFetch()) {
  patchAgents();
  watchClients();
  watchSockets();
}
