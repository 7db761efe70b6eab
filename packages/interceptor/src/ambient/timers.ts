import { AsyncResource } from 'node:async_hooks';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { activeAmbient } from './active-ambient.ts';
import type { Ambient } from './ambient.ts';
import { callSite } from './call-site.ts';
import { type AnyFunction, dressed, type Patch } from './patch.ts';
import { released } from './released.ts';
import type { Stage } from './stage.ts';
import type { TimerWatch } from './timer-watch.ts';
import { isVirtualTimer, VirtualTimer } from './virtual-timer.ts';

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

/** What can be done with a timer without `clearTimeout`. */
function handlePatches(): readonly Patch[] {
  numbered.clear();
  const timer = plain.setTimeout(() => {}, 0);
  const immediate = plain.setImmediate(() => {});
  plain.clearTimeout(timer);
  plain.clearImmediate(immediate);
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

const plain = { setTimeout, setInterval, clearTimeout, setImmediate, clearImmediate };
const promised = { setTimeout: timersPromises.setTimeout };

const watched = new WeakMap<object, TimerWatch>();
const releases = new WeakMap<object, () => void>();

/** Timers of runs by the number that somebody made of them: `clearTimeout` takes that too. */
const numbered = new Map<string, object>();

/** What somebody who has set a timer can do with it, a real one or a virtual one. */
type SetTimer = NodeJS.Timeout | VirtualTimer;

function setting(real: AnyFunction, repeats: boolean, promised: AnyFunction | null): AnyFunction {
  function set(this: unknown, callback: unknown, ms?: unknown, ...args: unknown[]): unknown {
    const ambient = activeAmbient();
    if (ambient === null || typeof callback !== 'function') return Reflect.apply(real, this, [callback, ms, ...args]);
    return start(ambient, callSite(set), real, { callback: callback as AnyFunction, ms, args, repeats });
  }
  dressed(real, set);
  if (promised !== null) Reflect.defineProperty(set, promisify.custom, { value: sleeping(promised), configurable: true });
  return set;
}

interface Setting {
  readonly callback: AnyFunction;
  readonly ms: unknown;
  readonly args?: readonly unknown[];
  readonly repeats?: boolean;
}

/** Sets a timer of a run. `real` sets a real one. */
function start(ambient: Ambient, site: string, real: AnyFunction, { callback, ms, args = [], repeats = false }: Setting): SetTimer {
  const watch = ambient.timer(site, delayOf(ms));
  return ambient.stage === null ? startReal() : startVirtual(ambient, ambient.stage, watch, { callback, args, repeats });

  function startReal(): NodeJS.Timeout {
    function fire(this: unknown, ...given: unknown[]): unknown {
      watch.fired();
      if (!repeats) watch.over(true);
      return Reflect.apply(callback, this, given);
    }
    const timer = Reflect.apply(real, undefined, [fire, ms, ...args]) as NodeJS.Timeout;
    watched.set(timer, watch);
    watch.started(timer);
    return timer;
  }
}

interface VirtualSetting {
  readonly callback: AnyFunction;
  readonly args?: readonly unknown[];
  readonly repeats?: boolean;
}

function startVirtual(
  ambient: Ambient,
  stage: Stage,
  watch: TimerWatch,
  { callback, args = [], repeats = false }: VirtualSetting,
): VirtualTimer {
  const scope = new AsyncResource('StepforkTimer');
  const timer: VirtualTimer = stage.timer(watch, repeats, () => guarded(ambient, () => scope.runInAsyncScope(callback, timer, ...args)));
  watch.started(timer);
  return timer;
}

/** Here nobody could catch what a callback throws but the process, which is the test runner's. */
function guarded(ambient: Ambient, body: () => unknown): unknown {
  if (ambient.stage === null) return body();
  try {
    return body();
  } catch (error) {
    return ambient.crash(error);
  }
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

function sleeping(real: AnyFunction): AnyFunction {
  function setTimeout(ms?: unknown, value?: unknown, options?: unknown): Promise<unknown> {
    const ambient = activeAmbient();
    const sleep = ambient === null ? null : sleepOf(ms, options);
    return ambient === null || sleep === null ? real(ms, value, options) : slept(ambient, callSite(setTimeout), real, value, sleep);
  }
  return dressed(real, setTimeout);
}

function waiting(real: AnyFunction): AnyFunction {
  function wait(this: unknown, ms: unknown, options?: unknown): Promise<unknown> {
    const ambient = activeAmbient();
    const sleep = ambient === null ? null : sleepOf(ms, options);
    if (ambient === null || sleep === null) return Reflect.apply(real, this, [ms, options]) as Promise<unknown>;
    const one: AnyFunction = (delay, _value, given) => Reflect.apply(real, this, [delay, given]);
    return slept(ambient, callSite(wait), one, undefined, sleep);
  }
  return dressed(real, wait);
}

interface Sleep {
  readonly ms: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly ref: boolean;
}

/** `null`: Node refuses it, or it is over at once, and so it is left to Node. */
function sleepOf(ms: unknown, options: unknown = {}): Sleep | null {
  if (typeof options !== 'object' || options === null) return null;
  const { signal, ref = true } = options as { readonly signal?: unknown; readonly ref?: unknown };
  if ((ms !== undefined && typeof ms !== 'number') || typeof ref !== 'boolean') return null;
  if (signal !== undefined && (!(signal instanceof AbortSignal) || signal.aborted)) return null;
  return { ms, signal, ref };
}

/** @param real the promised one, which knows the error of a sleep that is given up. */
function slept(ambient: Ambient, site: string, real: AnyFunction, value: unknown, { ms, signal, ref }: Sleep): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    };
    const timer = start(ambient, site, plain.setTimeout, { callback: wake, ms });
    if (!ref) timer.unref();
    function stop(): void {
      timer.close();
      (real(ms, value, { signal }) as Promise<unknown>).catch(reject);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function ticking(real: AnyFunction): AnyFunction {
  function setInterval(ms?: unknown, value?: unknown, options?: unknown): AsyncIterable<unknown> {
    const ambient = activeAmbient();
    const sleep = ambient === null ? null : sleepOf(ms, options);
    return ambient === null || sleep === null ? real(ms, value, options) : ticks(ambient, callSite(setInterval), value, sleep);
  }
  return dressed(real, setInterval);
}

/** As Node's own: what ticks while nobody asks is not lost. */
async function* ticks(ambient: Ambient, site: string, value: unknown, { ms, signal, ref }: Sleep): AsyncGenerator<unknown> {
  let ticked = 0;
  let wake = (): void => {};
  const tick = (): void => {
    ticked += 1;
    wake();
  };
  const stop = (): void => {
    timer.close();
    wake();
  };
  const timer = start(ambient, site, plain.setInterval, { callback: tick, ms, repeats: true });
  if (!ref) timer.unref();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    while (signal?.aborted !== true) {
      if (ticked === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      for (; ticked > 0; ticked -= 1) yield value;
    }
    // Rejects at once with the error that belongs here.
    await promised.setTimeout(ms, undefined, { signal });
  } finally {
    timer.close();
    signal?.removeEventListener('abort', stop);
  }
}

function yielding(real: AnyFunction): AnyFunction {
  return dressed(real, function yielded(this: unknown, ...args: unknown[]): Promise<unknown> {
    const release = activeAmbient()?.hold();
    const promise = Reflect.apply(real, this, args) as Promise<unknown>;
    return release === undefined ? promise : released(promise, release);
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

/** As Node takes it. */
function delayOf(ms: unknown): number {
  const given = Number(ms ?? 1);
  return given >= 1 && given <= 2 ** 31 - 1 ? Math.trunc(given) : 1;
}
