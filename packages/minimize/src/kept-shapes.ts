import type { Json, JsonObject, Trace } from '@stepfork/trace';
import { generalPath } from './failures/general-path.ts';

/** What the recorded run passed to its tools and returned: types by place, and the members that every object had there. */
export interface Shapes {
  /** Where a run leaves them, in words; `null`: nowhere. */
  leftBy(trace: Trace): string | null;
}

interface Shape {
  readonly types: Set<string>;
  /** `null`: no object stood there. */
  members: ReadonlySet<string> | null;
  /** What a text says in the place of a value that it was made of. */
  readonly stopgaps: Set<string>;
}

/** What JavaScript puts into a text where a value is missing, or is none for a text. */
const stopgap = /undefined|NaN|\[object \w+\]/g;

/**
 * Learned from a run, since few tools declare what they take. An answer that has lost a part must not make the agent pass on a value that is
 * missing, or of another type, or on a text that was made of one: that would be a failure nobody has met.
 */
export function learnShapes(recorded: Trace): Shapes {
  const shapes = new Map<string, Shape>();
  for (const [place, value] of surfaceOf(recorded)) {
    const shape = shapes.get(place) ?? { types: new Set<string>(), members: null, stopgaps: new Set<string>() };
    shape.types.add(typeOf(value));
    for (const word of stopgapsOf(value)) shape.stopgaps.add(word);
    const own = membersOf(value);
    if (own !== null) shape.members = shape.members === null ? new Set(own) : new Set(own.filter((key) => shape.members?.has(key)));
    shapes.set(place, shape);
  }
  return {
    leftBy(trace) {
      for (const [place, value] of surfaceOf(trace)) {
        const shape = shapes.get(place);
        if (shape === undefined) continue;
        if (!shape.types.has(typeOf(value))) return `${place} would be ${typeOf(value)}, not ${[...shape.types].join(' or ')}`;
        const word = stopgapsOf(value).find((one) => !shape.stopgaps.has(one));
        if (word !== undefined) return `${place} would say ${word}`;
        const own = membersOf(value);
        const missing = own === null ? undefined : [...(shape.members ?? [])].find((key) => !own.includes(key));
        if (missing !== undefined) return `${place} would have no ${missing}`;
      }
      return null;
    },
  };
}

/** Inputs of tools and the output, part by part. */
function* surfaceOf({ steps, outcome }: Trace): Generator<readonly [string, Json]> {
  for (const { call } of steps) if (call.kind === 'tool') yield* partsOf(call.input, `the input of ${call.name}`, '');
  if (outcome.kind === 'returned') yield* partsOf(outcome.value, 'the output', '');
}

function* partsOf(value: Json, of: string, path: string): Generator<readonly [string, Json]> {
  yield [path === '' ? of : `${of} at ${generalPath(path)}`, value];
  if (typeof value !== 'object' || value === null || '$' in value) return;
  for (const [key, part] of Object.entries(value as JsonObject)) yield* partsOf(part, of, `${path}/${key}`);
}

function stopgapsOf(value: Json): readonly string[] {
  return typeof value === 'string' ? (value.match(stopgap) ?? []) : [];
}

function membersOf(value: Json): readonly string[] | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : null;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return typeof value;
  const tag = (value as JsonObject).$;
  const special = tag === 'number' ? (value as JsonObject).value : tag;
  return special === undefined ? 'an object' : String(special);
}
