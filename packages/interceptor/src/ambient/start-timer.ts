import { AsyncResource } from 'node:async_hooks';
import type { Ambient } from './ambient.ts';
import type { AnyFunction } from './patch.ts';
import type { Stage } from './stage.ts';
import type { TimerWatch } from './timer-watch.ts';
import type { VirtualTimer } from './virtual-timer.ts';

/** What somebody who has set a timer can do with it, a real one or a virtual one. */
export type SetTimer = NodeJS.Timeout | VirtualTimer;

interface Setting {
  readonly callback: AnyFunction;
  readonly ms: unknown;
  readonly args?: readonly unknown[];
  readonly repeats?: boolean;
}

/** Real timers of runs, by their handles. */
export const watched: WeakMap<object, TimerWatch> = new WeakMap();

/**
 * Sets a timer of a run: a virtual one in a replay, else a real one.
 *
 * @param real sets a real one
 */
export function startTimer(
  ambient: Ambient,
  site: string,
  real: AnyFunction,
  { callback, ms, args = [], repeats = false }: Setting,
): SetTimer {
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

/** Sets a timer on the virtual clock. */
export function startVirtual(
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
export function guarded(ambient: Ambient, body: () => unknown): unknown {
  if (ambient.stage === null) return body();
  try {
    return body();
  } catch (error) {
    return ambient.crash(error);
  }
}

/** As Node takes it. */
export function delayOf(ms: unknown): number {
  const given = Number(ms ?? 1);
  return given >= 1 && given <= 2 ** 31 - 1 ? Math.trunc(given) : 1;
}
