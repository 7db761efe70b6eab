import { exportedFrom } from '../exported-from.ts';
import type { ExportRequest } from '../exporter.ts';
import { toComment } from '../to-comment.ts';

/** Comment lines: where the test comes from, and the command that makes it again. */
export function header(request: ExportRequest): readonly string[] {
  const { command } = request;
  return [`// ${toComment(exportedFrom(request))}`, ...(command === null ? [] : [`// Make it again: ${toComment(command)}`])];
}
