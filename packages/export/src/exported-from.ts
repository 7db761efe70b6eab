import type { ExportRequest } from './exporter.ts';

/** One sentence for the head of a test: where it comes from, and what it uses. Text, not yet a comment. */
export function exportedFrom({ trace, policies }: ExportRequest): string {
  const runsNothing = ![policies.tools, policies.models].some((rules) => Object.values(rules ?? {}).includes('live'));
  return `Exported by Stepfork from the recorded run in ${trace}${runsNothing ? ': no tool, no model and no network is used here' : ''}.`;
}
