import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { currentRun } from '@stepfork/interceptor';
import { isKnownRequest } from '../client-request/known-requests.ts';
import { noteUnrecorded } from './unrecorded.ts';

/**
 * Takes note of what the agent sends past us: the library below every `fetch` of Node, and its namesake on npm, tell of each request, and so does
 * `http.request`.
 */
export function watchClients(): void {
  subscribe('undici:request:create', (message) => {
    const { origin } = (message as { readonly request: { readonly origin?: string | URL } }).request;
    if (isOwn()) noteUnrecorded(origin === undefined ? 'an unknown host' : new URL(origin).host, 'other-client');
  });
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { readonly request: ClientRequest };
    if (isOwn() && !isKnownRequest(request)) noteUnrecorded(String(request.getHeader('host') ?? request.host), 'other-client');
  });
}

function isOwn(): boolean {
  return currentRun()?.inside === null;
}
