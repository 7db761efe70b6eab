import { activeAmbient } from './active-ambient.ts';
import type { Ambient } from './ambient.ts';
import { callSite } from './call-site.ts';
import { isFakedClock } from './fakes.ts';
import { type AnyFunction, dressed, type Patch, unpatched } from './patch.ts';
import { temporalPatches } from './temporal.ts';

/** `Date`, `performance.now` and all that reads the clock unasked. A clock that a test has put in their place stays. */
export function clockPatches(): readonly Patch[] {
  if (isFakedClock()) return [];
  const RealDate = unpatched(globalThis.Date as unknown as AnyFunction) as unknown as DateConstructor;
  const { prototype } = Intl.DateTimeFormat;
  const now = unpatched(RealDate.now);
  return [
    { name: 'Date', target: RealDate, key: 'now', replace: dateNow },
    { name: 'Date', target: globalThis, key: 'Date', replace: dateReading },
    { name: 'Date', target: RealDate.prototype, key: 'constructor', replace: () => globalThis.Date },
    { name: 'performance.now', target: globalThis.performance, key: 'now', replace: performanceNow },
    { name: 'Intl.DateTimeFormat', target: prototype, key: 'format', isGetter: true, replace: (real) => formatting(real, now) },
    { name: 'Intl.DateTimeFormat', target: prototype, key: 'formatToParts', replace: (real) => formattingToParts(real, now) },
    ...temporalPatches(),
  ];
}

function dateNow(real: AnyFunction): AnyFunction {
  function now(): unknown {
    const ambient = activeAmbient();
    return ambient === null ? real() : drawClock(ambient, now, real);
  }
  return dressed(real, now);
}

function performanceNow(real: AnyFunction): AnyFunction {
  const read = (): number => Reflect.apply(real, globalThis.performance, []) as number;
  function now(): unknown {
    const ambient = activeAmbient();
    return ambient === null ? read() : ambient.draw('performance', callSite(now), read);
  }
  return dressed(real, now);
}

/** Whole milliseconds, also where something finer was read from the same clock before. */
function drawClock(ambient: Ambient, called: AnyFunction, read: () => number): number {
  return Math.floor(ambient.draw('clock', callSite(called), read) as number);
}

/** The same class, with the same instances; only "now" is another one. */
function dateReading(real: AnyFunction): AnyFunction {
  const Real = real as unknown as DateConstructor;
  const read = (): number => new Real().getTime();
  const current = (called: AnyFunction): number | null => {
    const ambient = activeAmbient();
    return ambient === null ? null : drawClock(ambient, called, read);
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

/** `format` is a getter: each formatter has a function of its own, always the same. */
function formatting(real: AnyFunction, read: () => number): AnyFunction {
  const known = new WeakMap<AnyFunction, AnyFunction>();
  return dressed(real, function format(this: unknown): unknown {
    const own = Reflect.apply(real, this, []) as AnyFunction;
    const found = known.get(own);
    if (found !== undefined) return found;
    const made = dressed(own, function formatted(date?: unknown): unknown {
      return own(date === undefined ? shownNow(formatted, read) : date);
    });
    known.set(own, made);
    return made;
  });
}

function formattingToParts(real: AnyFunction, read: () => number): AnyFunction {
  function formatToParts(this: unknown, date?: unknown): unknown {
    return Reflect.apply(real, this, [date === undefined ? shownNow(formatToParts, read) : date]);
  }
  return dressed(real, formatToParts);
}

/** `undefined` outside of a run, which is "now" for the real one. */
function shownNow(called: AnyFunction, read: () => number): number | undefined {
  const ambient = activeAmbient();
  return ambient === null ? undefined : drawClock(ambient, called, read);
}
