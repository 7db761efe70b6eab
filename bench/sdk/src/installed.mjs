import { readFileSync } from 'node:fs';

/** Name and version of a package, by the name that it is installed by, which may not be its own. */
export function installed(folder) {
  const { name, version } = JSON.parse(readFileSync(new URL(`../node_modules/${folder}/package.json`, import.meta.url), 'utf8'));
  return [name, version];
}
