import { open } from 'node:fs/promises';
import { privateMode } from './temporary-path.ts';

/** Writes a file that must not be there yet, readable for its owner only, and has it on the disk when it resolves. */
export async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', privateMode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
