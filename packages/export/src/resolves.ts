import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Whether a package resolves for a file in this folder, which may not exist yet. Looks in the way of Node, workspaces and Yarn's PnP included. */
export function resolvesFrom(folder: string, packageName: string): boolean {
  try {
    createRequire(join(folder, 'test.js')).resolve(packageName);
    return true;
  } catch (error) {
    // A package that is there but exports no such entry is installed: this is not what an install command would mend.
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'MODULE_NOT_FOUND') return false;
    if (code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return true;
    throw error;
  }
}
