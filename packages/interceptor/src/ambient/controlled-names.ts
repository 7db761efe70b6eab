import { isFake, isFakedClock } from './fakes.ts';

/** What a replay controls here and now: where a test fakes clock or timers, its own stay. */
export function controlledNames(): { readonly controlled: readonly string[]; readonly faked: readonly string[] } {
  const clock = ['Date', 'performance.now', 'Intl.DateTimeFormat', ...('Temporal' in globalThis ? ['Temporal.Now'] : [])];
  const faked = [...(isFakedClock() ? clock : []), ...(isFake(globalThis.setTimeout) ? ['timers'] : [])];
  const chance = [
    'Math.random',
    'crypto.randomUUID',
    'crypto.getRandomValues',
    'crypto.randomBytes',
    'crypto.randomFill',
    'crypto.randomInt',
  ];
  const all = [...clock, ...chance, 'timers'];
  return { controlled: all.filter((name) => !faked.includes(name)), faked };
}
