import { readFile } from 'node:fs/promises';

/** How many bytes the file took and takes, and whether it was written anew. */
export interface Upgraded {
  readonly changed: boolean;
  readonly before: number;
  readonly after: number;
  readonly recordings: number;
}

/**
 * Writes a sealed trace file in its place as this version writes it, in the encoding that it has; nothing where that is what stands there.
 *
 * @throws TraceFormatError or StepforkError as `editTraceFile` does
 */
export async function upgradeTrace(path: string): Promise<Upgraded> {
  const { editTraceFile } = await import('@stepfork/trace/file');
  const edit = await editTraceFile(path);
  try {
    const before = await readFile(path);
    await edit.write(edit.file.forks);
    const after = await readFile(path);
    return { changed: !after.equals(before), before: before.length, after: after.length, recordings: 1 + edit.file.forks.length };
  } finally {
    await edit.close();
  }
}
