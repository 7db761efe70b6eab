import type { HookPoint } from '@stepfork/http/sdks';
import type { InstalledSdk } from '../sdks/installed-sdks.ts';

/** Whether a version is supported, in a few words. */
export function describeSupport({ support }: InstalledSdk): string {
  const measured = [...new Set(support.hooks.flatMap((hook) => hook.measured))].join(', ');
  switch (support.kind) {
    case 'supported':
      return 'supported';
    case 'other-version':
      return `this version is not supported (measured: ${measured})`;
    case 'not-measured':
      return 'not measured';
    case 'not-hooked':
      return 'not hooked';
  }
}

/** Where it is seen. */
export function describeHooks({ support }: InstalledSdk): string {
  return support.hooks.map(({ at }) => points[at]).join('; ');
}

const points: Readonly<Record<HookPoint, string>> = {
  fetch: 'global fetch, at each request',
  'client-fetch': 'fetch of its client: the global one when the client is made, or the `fetch` option',
  'http-request': 'http.request of Node, at each request',
  tools: 'its tools, when it is loaded',
  middleware: 'wrapModel and wrapTools of @stepfork/ai-sdk',
  transport: 'what carries the messages of its client, when that is loaded',
};
