import { firstImport, type LoadNeeds } from '@stepfork/replay';

/** The import that comes before all others, if there must be one. */
export function firstImports(needs: LoadNeeds): readonly string[] {
  const first = firstImport(needs);
  const why = needs.tools
    ? 'so that the SDK is met when the agent loads it, and clients that it makes then are recorded'
    : 'so that clients are recorded that the agent makes while it is loaded';
  return first === null ? [] : [`import '${first.module}'; // first, ${why}`];
}
