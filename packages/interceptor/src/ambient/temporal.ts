import { activeAmbient } from './active-ambient.ts';
import type { Ambient } from './ambient.ts';
import { callSite } from './call-site.ts';
import { type AnyFunction, dressed, type Patch } from './patch.ts';

interface Instant {
  readonly epochNanoseconds: bigint;
  toZonedDateTimeISO(timeZone: unknown): Zoned;
}

interface Zoned {
  toPlainDateTime(): unknown;
  toPlainDate(): unknown;
  toPlainTime(): unknown;
}

interface TemporalNamespace {
  readonly Instant: { fromEpochNanoseconds(ns: bigint): Instant };
  readonly Now: { instant(): Instant; timeZoneId(): string };
}

/** `Temporal.Now`, where there is one. */
export function temporalPatches(): readonly Patch[] {
  const { Temporal } = globalThis as { readonly Temporal?: TemporalNamespace };
  if (Temporal === undefined) return [];
  const { Now, Instant } = Temporal;
  const real = Now.instant.bind(Now);
  const read = (): number => Number(real().epochNanoseconds) / 1e6;
  // A number of milliseconds is exact to a quarter of a microsecond; the agent gets it so in the recording too.
  const current = (ambient: Ambient, called: AnyFunction): Instant => {
    const ms = ambient.draw('clock', callSite(called), read) as number;
    return Instant.fromEpochNanoseconds(BigInt(Math.floor(ms * 1e3)) * 1_000n);
  };
  const reading = (key: string, of: (now: Instant, timeZone: unknown) => unknown): Patch => ({
    name: 'Temporal.Now',
    target: Now,
    key,
    replace: (original) =>
      dressed(original, function now(this: unknown, timeZone: unknown = Now.timeZoneId()): unknown {
        const ambient = activeAmbient();
        // What is no time zone is refused as without us, before anything is drawn.
        const plain: unknown = Reflect.apply(original, this, [timeZone]);
        return ambient === null ? plain : of(current(ambient, now as AnyFunction), timeZone);
      }),
  });
  return [
    reading('instant', (now) => now),
    reading('zonedDateTimeISO', (now, zone) => now.toZonedDateTimeISO(zone)),
    reading('plainDateTimeISO', (now, zone) => now.toZonedDateTimeISO(zone).toPlainDateTime()),
    reading('plainDateISO', (now, zone) => now.toZonedDateTimeISO(zone).toPlainDate()),
    reading('plainTimeISO', (now, zone) => now.toZonedDateTimeISO(zone).toPlainTime()),
  ];
}
