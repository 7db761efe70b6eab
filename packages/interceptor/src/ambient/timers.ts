import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { activeAmbient } from './active-ambient.ts';
import type { Ambient } from './ambient.ts';
import { callSite } from './call-site.ts';
import { type AnyFunction, dressed, type Patch } from './patch.ts';
import { delayOf, guarded, startTimer, startVirtual, watched } from './start-timer.ts';
import { handlePatches, numbered, releases } from './timer-handles.ts';
import { sleeping, ticking, waiting, yielding } from './timer-promises.ts';
import { isVirtualTimer } from './virtual-timer.ts';

/** Timers, global, of `node:timers` and of `node:timers/promises`, and `AbortSignal.timeout`. */
export function timerPatches(): readonly Patch[] {
  const both = (key: string, replace: Patch['replace']): Patch[] =>
    [globalThis, timers].map((target) => ({ name: `timers.${key}`, target, key, replace }));
  return [
    ...both('setTimeout', (real) => setting(real, false, timersPromises.setTimeout)),
    ...both('setInterval', (real) => setting(real, true, null)),
    ...both('clearTimeout', clearing),
    ...both('clearInterval', clearing),
    ...both('setImmediate', immediate),
    ...both('clearImmediate', clearingImmediate),
    { name: 'timers.promises', target: timersPromises, key: 'setTimeout', replace: sleeping },
    { name: 'timers.promises', target: timersPromises, key: 'setInterval', replace: ticking },
    { name: 'timers.promises', target: timersPromises, key: 'setImmediate', replace: yielding },
    { name: 'timers.promises', target: timersPromises.scheduler, key: 'wait', replace: waiting },
    { name: 'timers.promises', target: timersPromises.scheduler, key: 'yield', replace: yielding },
    { name: 'AbortSignal.timeout', target: AbortSignal, key: 'timeout', replace: aborting },
    ...handlePatches(),
  ];
}

function setting(real: AnyFunction, repeats: boolean, promised: AnyFunction | null): AnyFunction {
  function set(this: unknown, callback: unknown, ms?: unknown, ...args: unknown[]): unknown {
    const ambient = activeAmbient();
    if (ambient === null || typeof callback !== 'function') return Reflect.apply(real, this, [callback, ms, ...args]);
    return startTimer(ambient, callSite(set), real, { callback: callback as AnyFunction, ms, args, repeats });
  }
  dressed(real, set);
  if (promised !== null) Reflect.defineProperty(set, promisify.custom, { value: sleeping(promised), configurable: true });
  return set;
}

function clearing(real: AnyFunction): AnyFunction {
  return dressed(real, function clear(this: unknown, given?: unknown): void {
    const timer = typeof given === 'number' || typeof given === 'string' ? (numbered.get(String(given)) ?? given) : given;
    if (isVirtualTimer(timer)) {
      timer.close();
      return;
    }
    if (typeof timer === 'object' && timer !== null) watched.get(timer)?.over(false);
    Reflect.apply(real, this, [timer]);
  });
}

function immediate(real: AnyFunction): AnyFunction {
  function setImmediate(this: unknown, callback: unknown, ...args: unknown[]): unknown {
    const ambient = activeAmbient();
    if (ambient === null || typeof callback !== 'function') return Reflect.apply(real, this, [callback, ...args]);
    const release = ambient.hold();
    function fire(this: unknown, ...given: unknown[]): unknown {
      release();
      return guarded(ambient as Ambient, () => Reflect.apply(callback as AnyFunction, this, given));
    }
    const handle = Reflect.apply(real, this, [fire, ...args]) as object;
    releases.set(handle, release);
    return handle;
  }
  dressed(real, setImmediate);
  Reflect.defineProperty(setImmediate, promisify.custom, { value: yielding(timersPromises.setImmediate), configurable: true });
  return setImmediate;
}

function clearingImmediate(real: AnyFunction): AnyFunction {
  return dressed(real, function clearImmediate(this: unknown, handle?: unknown): void {
    if (typeof handle === 'object' && handle !== null) releases.get(handle)?.();
    Reflect.apply(real, this, [handle]);
  });
}

function aborting(real: AnyFunction): AnyFunction {
  function timeout(this: unknown, ms: number): AbortSignal {
    const ambient = activeAmbient();
    // What Node refuses it shall refuse itself.
    if (ambient === null || !(Number.isInteger(ms) && ms >= 0 && ms < 2 ** 32)) return Reflect.apply(real, this, [ms]) as AbortSignal;
    const watch = ambient.timer(callSite(timeout), delayOf(ms));
    if (ambient.stage === null) {
      const signal = Reflect.apply(real, this, [ms]) as AbortSignal;
      watch.started({ hasRef: () => false });
      const fired = (): void => {
        watch.fired();
        watch.over(true);
      };
      signal.addEventListener('abort', fired, { once: true });
      return signal;
    }
    const controller = new AbortController();
    const abort = (): void => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    startVirtual(ambient, ambient.stage, watch, { callback: abort }).unref();
    return controller.signal;
  }
  return dressed(real, timeout);
}
