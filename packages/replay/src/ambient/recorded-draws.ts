import type { DrawKind, Json, JsonObject, Trace } from '@stepfork/trace';
import { movedPlace } from './moved-place.ts';

/** One recorded fire of a timer, or that it did not fire by then. */
export interface RecordedFire {
  readonly ms: number;
  readonly afterMs: number;
  readonly fired: boolean;
  /** Its rank among all that ended in the recording. */
  readonly order: number;
}

/** What a recording drew, by the place in the code. Immutable. */
export interface RecordedDraws {
  /** The recorded place that is meant. Versions of Node differ in whether they name the class of a static method: `Id.next` may be `next`. */
  placeOf(site: string): string;
  values(kind: DrawKind, site: string): readonly Json[];
  /** Readings of a clock at this place, or at the one from which it has moved into another file: read twice they are still true, as an id is not. */
  readings(kind: 'clock' | 'performance', site: string): readonly Json[];
  fire(site: string, timer: number, fire: number): RecordedFire | null;
  /** Ids and bytes, by which an input differs from run to run. */
  readonly texts: ReadonlySet<string>;
  /** `performance.now` at the start of the run, as far as it can be told. */
  readonly performanceStartMs: number;
}

const byRecording = new WeakMap<Trace, RecordedDraws>();

/** Long enough that a text in which it stands has it from there. */
export function isTelling(value: Json): value is string {
  return typeof value === 'string' && value.length >= 8;
}

export function recordedDraws(recording: Trace): RecordedDraws {
  const known = byRecording.get(recording);
  if (known !== undefined) return known;
  const made = indexDraws(recording);
  byRecording.set(recording, made);
  return made;
}

function indexDraws({ draws }: Trace): RecordedDraws {
  // By kind, then by site: put together, the two would be a new text for each reading.
  const values = new Map<DrawKind, Map<string, Json[]>>();
  const fires = new Map<string, RecordedFire>();
  const texts = new Set<string>();
  const places = new Set<string>();
  const moved = new Map<string, string | null>();
  let performanceStartMs: number | null = null;
  for (const [at, { kind, site, value, atMs, endsBefore }] of draws.entries()) {
    places.add(site);
    if (kind === 'timer') {
      const { timer, fire, ms, elapsedMs, fired } = value as JsonObject;
      // After the end that came before it, before the next one, in the order in which they were taken down.
      const order = endsBefore - 0.75 + (0.5 * at) / draws.length;
      fires.set(`${site} ${timer} ${fire}`, { ms: Number(ms), afterMs: Number(elapsedMs), fired: fired === true, order });
      continue;
    }
    if (kind === 'environment') continue;
    if (kind === 'performance') performanceStartMs ??= Number(value) - atMs;
    if (isTelling(value)) texts.add(value);
    const bySite = values.get(kind) ?? new Map<string, Json[]>();
    values.set(kind, bySite);
    const list = bySite.get(site);
    if (list === undefined) bySite.set(site, [value]);
    else list.push(value);
  }
  return {
    placeOf: (site) => {
      if (places.has(site)) return site;
      const plain = withoutClass(site);
      const others = [...places].filter((place) => (plain === site ? withoutClass(place) === site : place === plain));
      return others.length === 1 ? (others[0] ?? site) : site;
    },
    values: (kind, site) => values.get(kind)?.get(site) ?? [],
    readings: (kind, site) => values.get(kind)?.get(places.has(site) ? site : (movedFrom(site) ?? site)) ?? [],
    fire: (site, timer, fire) => fires.get(`${site} ${timer} ${fire}`) ?? null,
    texts,
    performanceStartMs: performanceStartMs ?? 0,
  };

  function movedFrom(site: string): string | null {
    const known = moved.get(site);
    if (known !== undefined) return known;
    const found = movedPlace(site, places);
    moved.set(site, found);
    return found;
  }
}

function withoutClass(site: string): string {
  return site.replace(/#[^#.:]+\./, '#');
}
