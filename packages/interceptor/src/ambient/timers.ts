import { AsyncResource } from 'node:async_hooks';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { activeAmbient } from './active-ambient.ts';
import type { Ambient } from './ambient.ts';
import { callSite } from './call-site.ts';
import { type AnyFunction, dressed, type Patch } from './patch.ts';
import type { Stage } from './stage.ts';
import type { TimerWatch } from './timer-watch.ts';
import { isVirtualTimer, type VirtualTimer } from './virtual-timer.ts';

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
    { name: 'AbortSignal.timeout', target: AbortSignal, key: 'timeout', replace: aborting },
  ];
}

const watches = new WeakMap<object, TimerWatch>();
const releases = new WeakMap<object, () => void>();

function setting(real: AnyFunction, repeats: boolean, promised: AnyFunction | null): AnyFunction {
  function set(this: unknown, callback: unknown, ms?: unknown, ...args: unknown[]): unknown {
    const ambient = activeAmbient();
    if (ambient === null || typeof callback !== 'function') return Reflect.apply(real, this, [callback, ms, ...args]);
    const watch = ambient.timer(callSite(set), delayOf(ms));
    if (ambient.stage !== null) {
      const scope = new AsyncResource('StepforkTimer');
      return startVirtual(ambient.stage, watch, repeats, (timer) => scope.runInAsyncScope(callback as AnyFunction, timer, ...args));
    }
    function fire(this: unknown, ...given: unknown[]): unknown {
      watch.fired();
      if (!repeats) watch.over(true);
      return Reflect.apply(callback as AnyFunction, this, given);
    }
    const timer = Reflect.apply(real, this, [fire, ms, ...args]) as NodeJS.Timeout;
    watches.set(timer, watch);
    watch.started(timer);
    return timer;
  }
  dressed(real, set);
  if (promised !== null) Reflect.defineProperty(set, promisify.custom, { value: sleeping(promised), configurable: true });
  return set;
}

function startVirtual(stage: Stage, watch: TimerWatch, repeats: boolean, fire: (timer: VirtualTimer) => void): VirtualTimer {
  const timer: VirtualTimer = stage.timer(watch, repeats, () => fire(timer));
  watch.started(timer);
  return timer;
}

function clearing(real: AnyFunction): AnyFunction {
  return dressed(real, function clear(this: unknown, timer?: unknown): void {
    if (isVirtualTimer(timer)) {
      timer.close();
      return;
    }
    if (typeof timer === 'object' && timer !== null) watches.get(timer)?.over(false);
    Reflect.apply(real, this, [timer]);
  });
}

function immediate(real: AnyFunction): AnyFunction {
  function setImmediate(this: unknown, callback: unknown, ...args: unknown[]): unknown {
    const release = typeof callback === 'function' ? activeAmbient()?.hold() : undefined;
    if (release === undefined) return Reflect.apply(real, this, [callback, ...args]);
    function fire(this: unknown, ...given: unknown[]): unknown {
      release?.();
      return Reflect.apply(callback as AnyFunction, this, given);
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

interface SleepOptions {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

function sleeping(real: AnyFunction): AnyFunction {
  function setTimeout(ms?: unknown, value?: unknown, options: SleepOptions = {}): Promise<unknown> {
    const ambient = activeAmbient();
    return ambient === null ? real(ms, value, options) : sleep(ambient, callSite(setTimeout), real, ms, value, options);
  }
  return dressed(real, setTimeout);
}

function waiting(real: AnyFunction): AnyFunction {
  function wait(this: unknown, ms: unknown, options: SleepOptions = {}): Promise<unknown> {
    const ambient = activeAmbient();
    if (ambient === null) return Reflect.apply(real, this, [ms, options]) as Promise<unknown>;
    const plain: AnyFunction = (delay, _value, given) => Reflect.apply(real, this, [delay, given]);
    return sleep(ambient, callSite(wait), plain, ms, undefined, options);
  }
  return dressed(real, wait);
}

function sleep(ambient: Ambient, site: string, real: AnyFunction, ms: unknown, value: unknown, options: SleepOptions): Promise<unknown> {
  const { signal, ref = true } = options;
  // What is refused, or over at once, is so as without us.
  if (signal?.aborted === true || typeof options !== 'object' || typeof ref !== 'boolean') return real(ms, value, options);
  const { stage } = ambient;
  const watch = ambient.timer(site, delayOf(ms));
  if (stage === null) {
    const promise = real(ms, value, options) as Promise<unknown>;
    watch.started({ hasRef: () => ref });
    promise.then(
      () => {
        watch.fired();
        watch.over(true);
      },
      () => watch.over(false),
    );
    return promise;
  }
  return new Promise((resolve, reject) => {
    const timer = startVirtual(stage, watch, false, () => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    });
    if (!ref) timer.unref();
    function stop(): void {
      timer.close();
      // The real one rejects at once with the error that belongs here.
      (real(ms, value, options) as Promise<unknown>).catch(reject);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function ticking(real: AnyFunction): AnyFunction {
  function setInterval(ms?: unknown, value?: unknown, options: SleepOptions = {}): AsyncIterable<unknown> {
    const ambient = activeAmbient();
    if (ambient === null || ambient.stage === null) return real(ms, value, options);
    return ticks(ambient, callSite(setInterval), ms, value, options);
  }
  return dressed(real, setInterval);
}

async function* ticks(ambient: Ambient, site: string, ms: unknown, value: unknown, options: SleepOptions): AsyncGenerator<unknown> {
  for (;;) {
    await sleep(ambient, site, timersPromises.setTimeout, ms, undefined, options);
    yield value;
  }
}

function yielding(real: AnyFunction): AnyFunction {
  return dressed(real, (...args: unknown[]): Promise<unknown> => {
    const release = activeAmbient()?.hold();
    const promise = real(...args) as Promise<unknown>;
    if (release !== undefined) promise.then(release, release);
    return promise;
  });
}

function aborting(real: AnyFunction): AnyFunction {
  function timeout(this: unknown, ms: number): AbortSignal {
    const ambient = activeAmbient();
    if (ambient === null || !(ms >= 0)) return Reflect.apply(real, this, [ms]) as AbortSignal;
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
    const scope = new AsyncResource('StepforkTimer');
    const reason = (): DOMException => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    startVirtual(ambient.stage, watch, false, () => scope.runInAsyncScope(() => controller.abort(reason()))).unref();
    return controller.signal;
  }
  return dressed(real, timeout);
}

/** As Node takes it. */
function delayOf(ms: unknown): number {
  const given = Number(ms ?? 1);
  return given >= 1 && given <= 2 ** 31 - 1 ? Math.trunc(given) : 1;
}
