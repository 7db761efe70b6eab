import { activeAmbient } from './active-ambient.ts';
import { callSite } from './call-site.ts';
import { isFakedClock } from './fakes.ts';
import { type AnyFunction, dressed, type Patch } from './patch.ts';

/** `Date` and `performance.now`. A clock that a test has put in their place stays. */
export function clockPatches(): readonly Patch[] {
  if (isFakedClock()) return [];
  return [
    { name: 'Date', target: globalThis.Date, key: 'now', replace: (real) => reading('clock', real) },
    { name: 'Date', target: globalThis, key: 'Date', replace: dateReading },
    { name: 'Date', target: globalThis.Date.prototype, key: 'constructor', replace: () => globalThis.Date },
    { name: 'performance.now', target: globalThis.performance, key: 'now', replace: (real) => reading('performance', real) },
  ];
}

function reading(kind: 'clock' | 'performance', real: AnyFunction): AnyFunction {
  function now(this: unknown): unknown {
    const plain = (): number => Reflect.apply(real, kind === 'clock' ? Date : globalThis.performance, []) as number;
    const ambient = activeAmbient();
    return ambient === null ? plain() : ambient.draw(kind, callSite(now), plain);
  }
  return dressed(real, now);
}

/** The same class, with the same instances; only "now" is another one. */
function dateReading(real: AnyFunction): AnyFunction {
  const Real = real as unknown as DateConstructor;
  const current = (called: AnyFunction): number | null => {
    const ambient = activeAmbient();
    return ambient === null ? null : (ambient.draw('clock', callSite(called), () => new Real().getTime()) as number);
  };
  const handler: ProxyHandler<AnyFunction> = {
    construct: function construct(target, args, newTarget) {
      const at = args.length === 0 ? current(construct as AnyFunction) : null;
      return Reflect.construct(target, at === null ? args : [at], newTarget === shown ? target : newTarget);
    },
    apply: function apply(target, self, args) {
      const at = current(apply as AnyFunction);
      return at === null ? Reflect.apply(target, self, args) : new Real(at).toString();
    },
  };
  const shown = new Proxy(real, handler);
  return shown;
}
