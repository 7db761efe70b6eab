import type { Draw, Trace } from '@stepfork/trace';
import { moduleSlot } from './module-slot.ts';

const name = '@stepfork/register';
const none: readonly string[] = [];

/**
 * How the head of a recording says that its agent must meet these packages again: among the versions, under the name of the package that sees to it, as the
 * names of what was handed to a patch in this process so far.
 */
export function metVersions(): Readonly<Record<string, string>> {
  const names = metPackages();
  return names.length === 0 ? {} : { [name]: names.join(', ') };
}

/** How a recording says it of one that its agent has loaded on the way. */
export function metDraw(met: string): Pick<Draw, 'kind' | 'site' | 'value'> {
  return { kind: 'environment', site: name, value: met };
}

/** What was handed to a patch in this process so far, by name. */
export function metPackages(): readonly string[] {
  const { met } = moduleSlot();
  return met.size === 0 ? none : [...met].sort();
}

/**
 * The packages that a recording was made with: those that its head names, and those that were loaded on the way, up to a time of the run. Empty: none was met.
 */
export function metIn({ run, draws }: Pick<Trace, 'run' | 'draws'>, untilMs: number = Number.POSITIVE_INFINITY): readonly string[] {
  const isMet = ({ kind, site, atMs }: Draw): boolean => kind === 'environment' && site === name && atMs <= untilMs;
  const later = draws.filter(isMet).map(({ value }) => String(value));
  return [...new Set([...namedIn(run.versions), ...later])];
}

/** Those that the versions in a head name. */
export function namedIn(versions: Readonly<Record<string, string>>): readonly string[] {
  return versions[name]?.split(', ') ?? [];
}

/** A package was met whose tools are known only when they are called: one that nobody has seen yet is in order. */
export function meetsToolsWhenCalled(): boolean {
  const { patches, met } = moduleSlot();
  return patches.some((patch) => patch.meetsTools === 'when-called' && met.has(patch.package));
}

/** A package was met whose clients start servers: what they start is a call. */
export function meetsServers(): boolean {
  const { patches, met } = moduleSlot();
  return patches.some((patch) => patch.meetsServers === true && met.has(patch.package));
}
