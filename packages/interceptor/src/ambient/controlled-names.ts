import { isFake, isFakedClock } from './fakes.ts';

export interface ControlledNames {
  readonly controlled: readonly string[];
  readonly faked: readonly string[];
}

const chance = [
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'crypto.randomBytes',
  'crypto.randomFill',
  'crypto.randomInt',
];

/** Where a test fakes nothing. */
let all: ControlledNames | null = null;

/** What a replay controls here and now: where a test fakes clock or timers, its own stay. */
export function controlledNames(): ControlledNames {
  const fakes = { clock: isFakedClock(), timers: isFake(globalThis.setTimeout) };
  if (fakes.clock || fakes.timers) return namesBeside(fakes);
  all ??= namesBeside(fakes);
  return all;
}

function namesBeside(fakes: { readonly clock: boolean; readonly timers: boolean }): ControlledNames {
  const clock = ['Date', 'performance.now', 'Intl.DateTimeFormat', ...('Temporal' in globalThis ? ['Temporal.Now'] : [])];
  const faked = [...(fakes.clock ? clock : []), ...(fakes.timers ? ['timers'] : [])];
  return { controlled: [...clock, ...chance, 'timers'].filter((name) => !faked.includes(name)), faked };
}
