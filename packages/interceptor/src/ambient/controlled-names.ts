import { isFake, isFakedClock } from './fakes.ts';

/** What a replay controls here and now: where a test fakes clock or timers, its own stay. */
export function controlledNames(): { readonly controlled: readonly string[]; readonly faked: readonly string[] } {
  const faked = [...(isFakedClock() ? ['Date', 'performance.now'] : []), ...(isFake(globalThis.setTimeout) ? ['timers'] : [])];
  const all = ['Date', 'performance.now', 'Math.random', 'crypto.randomUUID', 'crypto.getRandomValues', 'crypto.randomBytes', 'timers'];
  return { controlled: all.filter((name) => !faked.includes(name)), faked };
}
