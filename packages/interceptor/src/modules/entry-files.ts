import { join } from 'node:path';
import type { InstalledPackage } from './installed-package.ts';

/** The files that an entry of a package may mean, whatever the conditions: its ES module, its CommonJS one. */
export function entryFiles({ folder, exports, main }: InstalledPackage, entry: string): readonly string[] {
  if (exports === null) return ['', '.js', '/index.js'].map((end) => join(folder, `${entry === '.' ? main : entry}${end}`));
  if (!hasEntries(exports)) return entry === '.' ? filesIn(exports).map((file) => join(folder, file)) : [];
  if (exports[entry] !== undefined) return filesIn(exports[entry]).map((file) => join(folder, file));
  return Object.entries(exports).flatMap(([pattern, target]) => {
    const rest = restOf(entry, pattern);
    return rest === null
      ? []
      : filesIn(target).map((file) =>
          join(
            folder,
            file.replaceAll('*', () => rest),
          ),
        );
  });
}

/** What stands for the star of a pattern such as `./client/*`; `null`: it does not speak of this entry. */
function restOf(entry: string, pattern: string): string | null {
  const [before = '', after] = pattern.split('*');
  if (after === undefined || !entry.startsWith(before) || !entry.endsWith(after)) return null;
  return entry.length < before.length + after.length ? null : entry.slice(before.length, entry.length - after.length);
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
