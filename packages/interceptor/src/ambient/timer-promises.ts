import timersPromises from 'node:timers/promises';
import { activeAmbient } from './active-ambient.ts';
import type { Ambient } from './ambient.ts';
import { callSite } from './call-site.ts';
import { type AnyFunction, dressed } from './patch.ts';
import { plainTimers } from './plain-timers.ts';
import { released } from './released.ts';
import { startTimer } from './start-timer.ts';

/** Taken before they are patched. */
const promised = { setTimeout: timersPromises.setTimeout };

/** The promised `setTimeout`. */
export function sleeping(real: AnyFunction): AnyFunction {
  function setTimeout(ms?: unknown, value?: unknown, options?: unknown): Promise<unknown> {
    const ambient = activeAmbient();
    const sleep = ambient === null ? null : sleepOf(ms, options);
    return ambient === null || sleep === null
      ? real(ms, value, options)
      : slept({ ambient, site: callSite(setTimeout), value }, sleep, real);
  }
  return dressed(real, setTimeout);
}

/** `scheduler.wait`. */
export function waiting(real: AnyFunction): AnyFunction {
  function wait(this: unknown, ms: unknown, options?: unknown): Promise<unknown> {
    const ambient = activeAmbient();
    const sleep = ambient === null ? null : sleepOf(ms, options);
    if (ambient === null || sleep === null) return Reflect.apply(real, this, [ms, options]) as Promise<unknown>;
    const one: AnyFunction = (delay, _value, given) => Reflect.apply(real, this, [delay, given]);
    return slept({ ambient, site: callSite(wait), value: undefined }, sleep, one);
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
function slept(
  { ambient, site, value }: { readonly ambient: Ambient; readonly site: string; readonly value: unknown },
  { ms, signal, ref }: Sleep,
  real: AnyFunction,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    };
    const timer = startTimer(ambient, site, plainTimers.setTimeout, { callback: wake, ms });
    if (!ref) timer.unref();
    function stop(): void {
      timer.close();
      (real(ms, value, { signal }) as Promise<unknown>).catch(reject);
    }
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The promised `setInterval`. */
export function ticking(real: AnyFunction): AnyFunction {
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
  const timer = startTimer(ambient, site, plainTimers.setInterval, { callback: tick, ms, repeats: true });
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

/** The promised `setImmediate`, and `scheduler.yield`. */
export function yielding(real: AnyFunction): AnyFunction {
  return dressed(real, function yielded(this: unknown, ...args: unknown[]): Promise<unknown> {
    const release = activeAmbient()?.hold();
    const promise = Reflect.apply(real, this, args) as Promise<unknown>;
    return release === undefined ? promise : released(promise, release);
  });
}
