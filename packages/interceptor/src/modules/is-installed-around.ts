import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where package managers put what is installed, also for packages that only others ask for. */
const places = ['node_modules', join('node_modules', '.pnpm', 'node_modules'), join('node_modules', '.bun', 'node_modules')];

/** Whether one of these packages is installed for code in or below one of these folders, as far as that can be seen without loading anything. */
export function isInstalledAround(names: readonly string[], folders: readonly string[]): boolean {
  const seen = [...new Set(folders.flatMap(upwards))];
  return [...new Set([...seen, ...seen.flatMap(linkedFrom)])].some((folder) => {
    // Plug'n'Play of Yarn has no folders to look at.
    if (existsSync(join(folder, '.pnp.cjs'))) return true;
    return places.some((place) => {
      const found = join(folder, place);
      return existsSync(found) && names.some((name) => existsSync(join(found, name)));
    });
  });
}

/** A `node_modules` that is a link shows what is installed where it leads to. */
function linkedFrom(folder: string): readonly string[] {
  const place = join(folder, 'node_modules');
  if (!existsSync(place)) return [];
  const real = realpathSync(place);
  return real === place ? [] : upwards(dirname(real));
}

function upwards(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}
