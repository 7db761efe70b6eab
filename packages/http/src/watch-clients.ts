import { subscribe } from 'node:diagnostics_channel';
import { currentRun } from '@stepfork/interceptor';
import { noteUnrecorded } from './unrecorded.ts';

/** Takes note of what the agent sends past our `fetch`: the library below every `fetch` of Node, and its namesake on npm, tell of each request. */
export function watchClients(): void {
  subscribe('undici:request:create', (message) => {
    const run = currentRun();
    if (run === null || run.inside !== null) return;
    const { origin } = (message as { readonly request: { readonly origin?: string | URL } }).request;
    noteUnrecorded(origin === undefined ? 'an unknown host' : new URL(origin).host, 'other-client');
  });
}
