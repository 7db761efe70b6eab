export { mcpPatches } from './module-patches.ts';
export { type Client, wrapClient } from './wrap-client.ts';
export { wrapTransport } from './wrap-transport.ts';
