import type { Draw, JsonObject, Step } from '@stepfork/trace';

/**
 * What was drawn while a step was the last one that had started goes with it, so that a turn that stays meets the times and the chance that it
 * met. The timers of a place are counted anew: otherwise one that did not fire would be answered by one of a turn that has gone, whose rank among
 * all ends comes before those of the answers that are left.
 */
export function keepDraws(draws: readonly Draw[], steps: readonly Step[], isKept: (step: Step) => boolean): readonly Draw[] {
  const outermost = steps.filter(({ parent }) => parent === null);
  if (outermost.every(isKept)) return draws;
  const left = draws.filter(({ kind, atMs }) => {
    const step = kind === 'environment' ? undefined : outermost.findLast(({ startedAtMs }) => startedAtMs <= atMs);
    return step === undefined || isKept(step);
  });
  return countedAnew(left);
}

/** Timers by site, in the order in which they were set; their fires. */
function countedAnew(draws: readonly Draw[]): readonly Draw[] {
  const bySite = new Map<string, Map<number, Draw[]>>();
  for (const draw of draws) {
    if (draw.kind !== 'timer') continue;
    const timers = bySite.get(draw.site) ?? new Map<number, Draw[]>();
    bySite.set(draw.site, timers);
    const number = Number((draw.value as JsonObject).timer);
    timers.set(number, [...(timers.get(number) ?? []), draw]);
  }
  const renumbered = new Map<Draw, Draw>();
  for (const timers of bySite.values()) {
    for (const [timer, [, fires]] of [...timers].sort(([a], [b]) => a - b).entries()) {
      for (const [fire, draw] of fires.entries()) renumbered.set(draw, { ...draw, value: { ...(draw.value as JsonObject), timer, fire } });
    }
  }
  return draws.map((draw) => renumbered.get(draw) ?? draw);
}
