import { join } from 'node:path';
import type { InstalledPackage } from './installed-package.ts';

/** The files that an entry of a package may mean, whatever the conditions: its ES module, its CommonJS one. */
export function entryFiles({ folder, exports, main }: InstalledPackage, entry: string): readonly string[] {
  if (exports === null) return ['', '.js', '/index.js'].map((end) => join(folder, `${entry === '.' ? main : entry}${end}`));
  return filesIn(hasEntries(exports) ? exports[entry] : entry === '.' ? exports : undefined).map((file) => join(folder, file));
}

/** `exports` is by entry, or by condition for the only entry. */
function hasEntries(exports: unknown): exports is Readonly<Record<string, unknown>> {
  return (
    typeof exports === 'object' && exports !== null && !Array.isArray(exports) && Object.keys(exports).some((key) => key.startsWith('.'))
  );
}

function filesIn(target: unknown): readonly string[] {
  if (typeof target === 'string') return [target];
  return typeof target === 'object' && target !== null ? Object.values(target).flatMap(filesIn) : [];
}
