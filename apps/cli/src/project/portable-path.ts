import nodePath, { type PlatformPath } from 'node:path';

/** A path as files keep it: relative, with `/` on every platform; `null` where none leads there, as from one drive of Windows to another. */
export function portablePath(from: string, to: string, on: PlatformPath = nodePath): string | null {
  const path = on.relative(from, to);
  return on.isAbsolute(path) ? null : path.split(on.sep).join('/');
}
