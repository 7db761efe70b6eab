import type { AmbientSource, Stage } from '@stepfork/interceptor';
import type { Call, DrawKind, Json, Trace } from '@stepfork/trace';
import { freshDraw } from './fresh-draw.ts';
import { isTelling, recordedDraws } from './recorded-draws.ts';

/** A draw that no recorded one answers. */
export interface DrawnHere {
  readonly kind: DrawKind;
  readonly site: string;
}

/** Clock and chance of one replay. */
export interface ReplayAmbient extends AmbientSource {
  readonly guards: Map<object, unknown>;
  readonly drawn: readonly DrawnHere[];
  readonly unseen: readonly string[];
  /** Ids and bytes of this replay. */
  readonly texts: ReadonlySet<string>;
  /** An id or bytes of this replay or of the recording stands in this text. */
  holdsDraw(text: string): boolean;
}

/** After so many readings in one instant the clock goes on, since the agent waits for it. */
const readingsPerInstant = 1000;

/**
 * Gives draws back by the place in the code that takes them, whatever else was drawn before. A place that has no recorded one left gets the
 * clock of the recording (its start and the virtual time, never backwards) or chance that is the same each time.
 */
export function createReplayAmbient(recording: Trace, stage: Stage, rename: (site: string) => string = (site) => site): ReplayAmbient {
  const recorded = recordedDraws(recording);
  const startMs = Date.parse(recording.run.startedAt);
  const asked = new Map<DrawKind, Map<string, number>>();
  const drawn: DrawnHere[] = [];
  const unseen: string[] = [];
  const texts = new Set<string>();
  const last = { clock: 0, performance: 0 };
  let instantMs = -1;
  let readings = 0;

  return {
    stage,
    calls: callsOf(recording),
    guards: new Map(),
    drawn,
    texts,
    unseen,
    holdsDraw: (text) => holdsOne(text, recorded.texts) || holdsOne(text, texts),
    seen: (name) => {
      if (!unseen.includes(name)) unseen.push(name);
    },
    draw(kind, place) {
      const site = recorded.placeOf(rename(place));
      const count = countAsked(kind, site);
      const value = (isReading(kind) ? recorded.readings(kind, site) : recorded.values(kind, site))[count];
      if (value === undefined) drawn.push({ kind, site });
      switch (kind) {
        case 'clock':
        case 'performance':
          return read(kind, value);
        case 'random':
        case 'uuid':
        case 'bytes': {
          const given = value ?? freshDraw(kind, site, `${recording.run.id}\n${kind} ${site}\n${count}`);
          if (isTelling(given)) texts.add(given);
          return given;
        }
      }
    },
    timerDue(site, timer, fire, ms) {
      const found = recorded.fire(recorded.placeOf(rename(site)), timer, fire);
      // Another delay is another timer.
      if (found === null || found.ms !== ms) return { afterMs: ms, order: null };
      if (found.fired) return { afterMs: found.afterMs, order: found.order };
      return { afterMs: Math.max(ms, found.afterMs), order: found.order, isUnexpected: true };
    },
  };

  /** How often it was asked before. */
  function countAsked(kind: DrawKind, site: string): number {
    const bySite = asked.get(kind) ?? new Map<string, number>();
    asked.set(kind, bySite);
    const count = bySite.get(site) ?? 0;
    bySite.set(site, count + 1);
    return count;
  }

  function read(kind: 'clock' | 'performance', value: Json | undefined): number {
    if (value === undefined) letTimePass();
    const fresh = kind === 'clock' ? Math.floor(startMs + stage.nowMs) : recorded.performanceStartMs + stage.nowMs;
    // Whole milliseconds may come after a finer reading in the same one.
    const least = kind === 'clock' ? Math.floor(last.clock) : last.performance;
    const given = Math.max(least, value === undefined ? fresh : Number(value));
    last[kind] = Math.max(last[kind], given);
    return given;
  }

  function letTimePass(): void {
    readings = stage.nowMs === instantMs ? readings + 1 : 0;
    instantMs = stage.nowMs;
    if (readings >= readingsPerInstant) stage.pass(1);
  }
}

function isReading(kind: DrawKind): kind is 'clock' | 'performance' {
  return kind === 'clock' || kind === 'performance';
}

const known = new WeakMap<Trace, readonly Call[]>();

/** The same list for each replay of a recording. */
function callsOf(recording: Trace): readonly Call[] {
  const calls = known.get(recording) ?? recording.steps.map(({ call }) => call);
  known.set(recording, calls);
  return calls;
}

export function holdsOne(text: string, draws: ReadonlySet<string>): boolean {
  for (const draw of draws) if (text.includes(draw)) return true;
  return false;
}
