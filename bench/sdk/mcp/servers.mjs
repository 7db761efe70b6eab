import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Where the program of a reference server stands. */
function programOf(name) {
  return join(dirname(resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist', 'index.js');
}

/**
 * The reference servers on npm: a read, an effect with arguments as they were and as a fix has them, and a read that nobody has recorded.
 *
 * @type {readonly { name: string, package: string, http: boolean, args: readonly string[], read: Asked, effect: Asked, changed: object, more: Asked }[]}
 * @typedef {readonly [tool: string, args: object]} Asked
 */
export const servers = [
  {
    name: 'everything',
    http: true,
    args: [],
    read: ['get-sum', { a: 1, b: 2 }],
    effect: ['echo', { message: 'one' }],
    changed: { message: 'two' },
    more: ['get-sum', { a: 3, b: 4 }],
  },
  {
    name: 'filesystem',
    http: false,
    args: ['.'],
    read: ['read_text_file', { path: 'a.txt' }],
    effect: ['write_file', { path: 'out.txt', content: 'one' }],
    changed: { path: 'out.txt', content: 'two' },
    more: ['read_text_file', { path: 'b.txt' }],
  },
  {
    name: 'memory',
    http: false,
    args: [],
    read: ['search_nodes', { query: 'Bern' }],
    effect: ['create_entities', { entities: [{ name: 'Bern', entityType: 'city', observations: ['wet'] }] }],
    changed: { entities: [{ name: 'Basel', entityType: 'city', observations: ['dry'] }] },
    more: ['search_nodes', { query: 'Basel' }],
  },
].map((server) => ({ ...server, package: `@modelcontextprotocol/server-${server.name}`, program: programOf(`server-${server.name}`) }));
