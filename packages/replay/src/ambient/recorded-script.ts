import { moduleOf } from '@stepfork/interceptor';
import type { JsonObject, Trace } from '@stepfork/trace';

/**
 * A place in the script of a program as the recording names it: a corrected copy of the script is another file, and what it draws is the same.
 *
 * @param sites those of the recording that belong to the process
 */
export function recordedScript({ run }: Trace, script: string | null, sites: readonly string[]): (site: string) => string {
  const unchanged = (site: string): string => site;
  const { argv } = run.input as JsonObject;
  const recorded = Array.isArray(argv) ? argv[0] : undefined;
  if (script === null || typeof recorded !== 'string') return unchanged;
  const own = moduleOf(script);
  const modules = new Set(sites.filter((site) => site.includes('#')).map((site) => site.slice(0, site.lastIndexOf('#'))));
  const [module, another] = [...modules].filter((one) => isSame(one, recorded));
  // It is there itself, beside the one that was recorded.
  if (modules.has(own) || module === undefined || another !== undefined) return unchanged;
  return (site) => (site.startsWith(`${own}#`) ? `${module}${site.slice(own.length)}` : site);
}

/** One is named from the package, the other from the folder in which the command was typed. */
function isSame(module: string, script: string): boolean {
  return module === script || module.endsWith(`/${script}`) || script.endsWith(`/${module}`);
}
