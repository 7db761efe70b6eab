import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * A project of the workspace in another folder, as if it had been checked out and installed there: its files are copied, the installed
 * packages are linked. Without its files it is an empty project with the same packages.
 *
 * @param {string} from folder in the workspace
 * @param {string} to existing empty folder
 * @param {{ filesToo: boolean }} options
 */
export function copyProject(from, to, { filesToo }) {
  const left = new Set(['node_modules', '.stepfork', '.turbo']);
  mkdirSync(to, { recursive: true });
  if (filesToo) cpSync(from, to, { recursive: true, filter: (file) => !left.has(basename(file)) });
  else writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name: 'my-agent', private: true, type: 'module' }, null, 2)}\n`);
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'), 'junction');
}
