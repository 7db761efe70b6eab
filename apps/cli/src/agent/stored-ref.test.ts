import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { storedRef } from './stored-ref.ts';

it.each([
  ['/app', '/app/src/agent.ts', posix],
  ['/', '/src/agent.ts', posix],
  ['C:\\app', 'C:\\app\\src\\agent.ts', win32],
  ['C:\\app\\', 'c:\\App\\src\\agent.ts', win32],
  ['C:/app', 'C:\\app\\src\\agent.ts', win32],
  ['\\\\server\\share\\app', '\\\\server\\share\\app\\src\\agent.ts', win32],
])('of %s, %s is stored as the same on every platform', (root, file, on) => {
  expect(storedRef(root, file, 'runAgent', on)).toBe('src/agent.ts#runAgent');
});

it('a back slash in a name of POSIX stays one', () => {
  expect(storedRef('/app', '/app/a\\b.ts', 'run', posix)).toBe('a\\b.ts#run');
});
