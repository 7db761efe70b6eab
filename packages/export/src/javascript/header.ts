import type { ExportRequest } from '../exporter.ts';
import { toComment } from '../to-comment.ts';

/** Comment lines: where the test comes from, and the command that makes it again. */
export function header({ trace, command, policies }: ExportRequest): readonly string[] {
  const runsNothing = ![policies.tools, policies.models].some((rules) => Object.values(rules ?? {}).includes('live'));
  return [
    `// Exported by Stepfork from the recorded run in ${toComment(trace)}${runsNothing ? ': no tool, no model and no network is used here' : ''}.`,
    ...(command === null ? [] : [`// Make it again: ${toComment(command)}`]),
  ];
}
