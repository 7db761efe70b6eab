import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isInstalledAround } from './is-installed-around.ts';

/** Folders, and links by where they lead to. */
function disk(folders: readonly string[], links: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'stepfork-installed-')));
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  for (const [link, to] of Object.entries(links)) symlinkSync(join(root, to), join(root, link), 'junction');
  return root;
}

it.each([
  ['in a folder above', disk(['node_modules/sdk', 'app/src']), true],
  ['for packages of others only, by pnpm', disk(['node_modules/.pnpm/node_modules/sdk', 'app/src']), true],
  [
    'where a linked node_modules leads to',
    disk(['repo/node_modules/.pnpm/node_modules/sdk', 'repo/app/node_modules', 'app/src'], { 'app/node_modules': 'repo/app/node_modules' }),
    true,
  ],
  ['beside, where no code of the folder finds it', disk(['other/node_modules/sdk', 'app/node_modules', 'app/src']), false],
])('sees what is installed %s', (_where, root, expected) => {
  expect(isInstalledAround(['sdk'], [join(root, 'app/src')])).toBe(expected);
});
