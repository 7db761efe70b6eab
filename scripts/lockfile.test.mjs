import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { root } from './lib/workspace.mjs';

it('every version that the lockfile names is in it: a merge of two lockfiles may leave one that pnpm installs as a link to nothing', () => {
  const { importers, snapshots } = parseAllDocuments(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))
    .at(-1)
    .toJS();
  const wanted = Object.values(importers)
    .flatMap(({ dependencies, devDependencies, optionalDependencies }) => [dependencies, devDependencies, optionalDependencies])
    .flatMap((group) => Object.entries(group ?? {}).map(([name, { version }]) => keyOf(name, version)));
  const inner = Object.values(snapshots)
    .flatMap(({ dependencies, optionalDependencies }) => [dependencies, optionalDependencies])
    .flatMap((group) => Object.entries(group ?? {}).map(([name, version]) => keyOf(name, version)));
  const all = [...wanted, ...inner].filter((key) => key !== null);
  expect(all.length).toBeGreaterThan(500);
  expect([...new Set(all)].filter((key) => !(key in snapshots))).toEqual([]);
});

/** The key of a package among the snapshots; `null`: one of the workspace. An alias names its package itself. */
function keyOf(name, version) {
  if (version.startsWith('link:')) return null;
  return /^@?[^@(]+@\d/.test(version) ? version : `${name}@${version}`;
}
