import { entryFiles } from './entry-files.ts';
import { type InstalledPackage, installedPackage, packageFolder } from './installed-package.ts';
import { isInRange } from './is-in-range.ts';
import type { ModuleTarget } from './module-patch.ts';

/**
 * The targets that a file is. A package that asks for itself gets itself: nothing else would be ready then.
 *
 * Only a package that lies under its own name is looked at, and one that code outside of packages asks for, which may have given it another name. So
 * what packages load of each other costs next to nothing.
 *
 * @param parent the file that asks; `null`: nobody knows
 */
export function meantBy<Target extends ModuleTarget>(targets: readonly Target[], file: string, parent: string | null): readonly Target[] {
  const folder = packageFolder(file);
  const asking = parent === null ? null : packageFolder(parent);
  if (folder === null || folder === asking) return [];
  if (asking !== null && !targets.some((target) => isFolderOf(target.package, folder))) return [];
  const found = installedPackage(folder);
  return found === null ? [] : targets.filter((target) => isMeant(target, found, file));
}

function isFolderOf(name: string, folder: string): boolean {
  return folder.replaceAll('\\', '/').endsWith(`/node_modules/${name}`);
}

function isMeant(target: ModuleTarget, found: InstalledPackage, file: string): boolean {
  return target.package === found.name && isInRange(found.version, target) && entryFiles(found, target.entry).includes(file);
}
