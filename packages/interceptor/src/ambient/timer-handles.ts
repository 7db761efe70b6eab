import { type AnyFunction, dressed, type Patch } from './patch.ts';
import { plainTimers } from './plain-timers.ts';
import { watched } from './start-timer.ts';
import { isVirtualTimer, VirtualTimer } from './virtual-timer.ts';

/** What can be done with a timer without `clearTimeout`. */
export function handlePatches(): readonly Patch[] {
  numbered.clear();
  const timer = plainTimers.setTimeout(() => {}, 0);
  const immediate = plainTimers.setImmediate(() => {});
  plainTimers.clearTimeout(timer);
  plainTimers.clearImmediate(immediate);
  const of = (target: object, key: PropertyKey, replace: Patch['replace']): Patch[] =>
    typeof Reflect.get(target, key) === 'function' ? [{ name: 'timers', target, key, replace }] : [];
  const [Timeout, Immediate] = [Object.getPrototypeOf(timer) as object, Object.getPrototypeOf(immediate) as object];
  const dispose = Symbol.dispose ?? Symbol('older versions of Node have none');
  return [
    ...of(Timeout, 'close', closing),
    ...of(Timeout, dispose, closing),
    ...of(Timeout, 'refresh', refreshing),
    ...of(Timeout, Symbol.toPrimitive, numbering),
    ...of(VirtualTimer.prototype, Symbol.toPrimitive, numbering),
    ...of(Immediate, dispose, releasing),
  ];
}

/** Timers of runs by the number that somebody made of them: `clearTimeout` takes that too. */
export const numbered: Map<string, object> = new Map();

/** What lets an immediate of a run go, by its handle. */
export const releases: WeakMap<object, () => void> = new WeakMap();

function closing(real: AnyFunction): AnyFunction {
  return dressed(real, function close(this: object): unknown {
    watched.get(this)?.over(false);
    return Reflect.apply(real, this, []);
  });
}

function refreshing(real: AnyFunction): AnyFunction {
  return dressed(real, function refresh(this: object & { readonly _idleTimeout?: number }): unknown {
    // Node marks so what was taken back: that does not start again.
    if (this._idleTimeout !== -1) watched.get(this)?.refreshed();
    return Reflect.apply(real, this, []);
  });
}

function numbering(real: AnyFunction): AnyFunction {
  return dressed(real, function toPrimitive(this: object): unknown {
    const id: unknown = Reflect.apply(real, this, []);
    if (isVirtualTimer(this) || watched.has(this)) numbered.set(String(id), this);
    return id;
  });
}

function releasing(real: AnyFunction): AnyFunction {
  return dressed(real, function dispose(this: object): unknown {
    releases.get(this)?.();
    return Reflect.apply(real, this, []);
  });
}
