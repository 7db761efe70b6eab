import { meetsToolsWhenCalled, metIn, metPackages, registered } from '@stepfork/interceptor';
import type { Json, Step } from '@stepfork/trace';
import type { UnmetTools } from '../judging/divergence.ts';
import { listedTools } from '../messages/listed-tools.ts';
import { offeredTools } from '../messages/offered-tools.ts';
import type { PreparedReplay } from '../prepare-replay.ts';

export type UnmetIn = (request: Json, answeredBy: Step | null) => UnmetTools | null;

/**
 * Reads off a request which of the tools that it offers would run for real, whatever the policies say: the recorded agent had an SDK whose tools a hook met, and in
 * this process that SDK was not met, be it that a test runner or a bundler loads it past the hooks, or that the agent does without it by now.
 *
 * Asked before the model answers, so that no body can be on its way. `answeredBy`: the recorded step that answers; `null`: none does. Before the agent had loaded
 * the SDK no request was made by it: of what such a request offered only those are its tools that were called later.
 */
export function unmetTools({ recording, table }: Pick<PreparedReplay, 'recording' | 'table'>): UnmetIn {
  const recorded = metIn(recording);
  if (recorded.length === 0) return () => null;
  const listed = new Set(listedTools(recording.steps).map(({ name }) => name));
  const called = new Set(recording.steps.flatMap(({ call }) => (call.kind === 'tool' ? [call.name] : [])));
  return (request, answeredBy) => {
    const here = metPackages();
    const packages = recorded.filter((name) => !here.includes(name));
    if (packages.length === 0 || meetsToolsWhenCalled()) return null;
    const known = new Set(registered().flatMap(({ kind, name }) => (kind === 'tool' ? [name] : [])));
    // Those of an MCP server are met at its client.
    const isMet = (name: string): boolean => known.has(name) || (here.length > 0 && listed.has(name));
    const wasLoaded = answeredBy === null || metIn(recording, answeredBy.startedAtMs).some((name) => packages.includes(name));
    const tools = [...new Set(offeredTools(request))].filter(
      (name) => (wasLoaded || called.has(name)) && !isMet(name) && table.policyOf('tool', name, false) !== 'live',
    );
    return tools.length === 0 ? null : { tools, packages };
  };
}
