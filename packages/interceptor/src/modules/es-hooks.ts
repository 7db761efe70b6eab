import type { LoadFnOutput, LoadHookContext, ResolveFnOutput, ResolveHookContext } from 'node:module';
import type { NumberedTarget } from './module-patch.ts';
import { standInSource, standInUrl } from './stand-in.ts';

/** The rules of both kinds of hooks of Node, those in the thread of the program and those in one of their own. */
export function resolved(
  targets: readonly NumberedTarget[],
  found: ResolveFnOutput,
  { conditions, parentURL }: ResolveHookContext,
): ResolveFnOutput {
  // `require` is met in commonjs-hook.ts.
  const url = conditions.includes('require') ? null : standInUrl(targets, found.url, parentURL);
  return url === null ? found : { ...found, url };
}

export function loaded(targets: readonly NumberedTarget[], url: string, { format }: LoadHookContext): LoadFnOutput | null {
  const source = standInSource(targets, url, format);
  return source === null ? null : { format: 'module', source, shortCircuit: true };
}
