import nodePath, { type PlatformPath } from 'node:path';

/** An agent as files name it: `src/agent.ts#runAgent`, relative to the folder of its package, with `/` on every platform. */
export function storedRef(root: string, file: string, exportName: string, on: PlatformPath = nodePath): string {
  return `${on.relative(root, file).split(on.sep).join('/')}#${exportName}`;
}
