import type { TraceEdit } from '@stepfork/trace/file';
import { UsageError } from '../errors/usage-error.ts';
import { requireFile } from '../inputs/load-trace.ts';

/**
 * Keeps a trace file to itself while `body` works on its forks: nobody else edits it, and it is free again whatever happens.
 *
 * @throws UsageError for what is no file, and for a what-if; StepforkError if somebody else is editing it, or it is not sealed
 */
export async function editTrace<T>(path: string, body: (edit: TraceEdit) => Promise<T>): Promise<T> {
  requireFile(path, 'trace');
  const { editTraceFile } = await import('@stepfork/trace/file');
  const edit = await editTraceFile(path);
  try {
    const { derived } = edit.file.trunk.run;
    if (derived?.kind === 'what-if' || derived?.kind === 'replayed') {
      throw new UsageError(
        `${path} is ${derived.kind === 'what-if' ? 'a what-if: in it an answer was replaced' : 'a kept replay, no recording of the world'}, so it has no forks.`,
        'Name the trace from which it was made.',
      );
    }
    return await body(edit);
  } finally {
    await edit.close();
  }
}
