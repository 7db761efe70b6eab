import { moduleSlot } from './module-slot.ts';

const name = '@stepfork/register';

/**
 * How the head of a recording says that its agent must meet these packages again: among the versions, under the name of the package that sees to it, as the
 * names of what was handed to a patch in this process so far.
 */
export function metVersions(): Readonly<Record<string, string>> {
  const names = metPackages();
  return names.length === 0 ? {} : { [name]: names.join(', ') };
}

/** What was handed to a patch in this process so far, by name. */
export function metPackages(): readonly string[] {
  return [...moduleSlot().met].sort();
}

/** The packages that a recording was made with, read off the versions in its head; empty: none was met. */
export function metIn(versions: Readonly<Record<string, string>>): readonly string[] {
  return versions[name]?.split(', ') ?? [];
}

/** A package was met whose tools are known only when they are called: one that nobody has seen yet is in order. */
export function meetsToolsWhenCalled(): boolean {
  const { patches, met } = moduleSlot();
  return patches.some((patch) => patch.meetsTools === 'when-called' && met.has(patch.package));
}
