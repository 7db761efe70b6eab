import { activeAmbient } from './active-ambient.ts';
import { type AnyFunction, dressed, type Patch } from './patch.ts';

/** What tells the time or brings chance and is not controlled: a run that uses it says so. */
export function uncontrolledPatches(): readonly Patch[] {
  const { Performance } = globalThis as unknown as { readonly Performance: { readonly prototype: object } };
  return [
    // First the member: what stands in the place of `hrtime` has the same members.
    noticed('process.hrtime', process.hrtime, 'bigint'),
    noticed('process.hrtime', process, 'hrtime'),
    noticed('process.uptime', process, 'uptime'),
    noticed('performance.mark', globalThis.performance, 'mark'),
    { ...noticed('performance.timeOrigin', Performance.prototype, 'timeOrigin'), isGetter: true },
  ];
}

function noticed(name: string, target: object, key: string): Patch {
  const replace = (real: AnyFunction): AnyFunction =>
    dressed(real, function noticing(this: unknown, ...args: unknown[]): unknown {
      activeAmbient()?.seen(name);
      return Reflect.apply(real, this, args);
    });
  return { name, target, key, replace };
}
