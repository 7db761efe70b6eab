import nodePath, { type PlatformPath } from 'node:path';
import { portablePath } from '../project/portable-path.ts';

/** An agent as files name it: `src/agent.ts#runAgent`, relative to the folder of its package, with `/` on every platform. */
export function storedRef(root: string, file: string, exportName: string, on: PlatformPath = nodePath): string {
  return `${portablePath(root, file, on)}#${exportName}`;
}
