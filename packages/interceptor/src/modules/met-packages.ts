import { moduleSlot } from './module-slot.ts';

/**
 * How the head of a recording says that its agent must meet these packages again: among the versions, under the name of the package that sees to it, as the
 * names of what was handed to a patch in this process so far.
 */
export function metVersions(): Readonly<Record<string, string>> {
  const names = [...moduleSlot().met].sort();
  return names.length === 0 ? {} : { '@stepfork/register': names.join(', ') };
}
