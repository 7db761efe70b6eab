import { isResponseHead } from '@stepfork/replay/recorded';
import type { Json, JsonObject, Outcome, Step, Trace } from '@stepfork/trace';
import { frozenStill } from './frozen-still.ts';
import { jsonIn } from './json-text.ts';
import { intoText, type Place } from './place.ts';

/** What becomes of a part: `undefined` takes it out; the value itself leaves it, and what is inside it is asked next. */
export type Change = (value: Json, place: Place) => Json | undefined;

/** The trace with its input and the answers of its outermost steps changed. What stays the same stays the same object. */
export function mapPayload(trace: Trace, change: Change): Trace {
  const input = mapInside(trace.run.input, { of: 'input', step: null, path: [], isItem: false, isAlone: true }, change);
  const steps = trace.steps.map((step) => (step.parent === null ? mapStep(step, change) : step));
  return { ...trace, run: input === trace.run.input ? trace.run : { ...trace.run, input }, steps };
}

function mapStep(step: Step, change: Change): Step {
  const { kind, name } = step.call;
  const wanted = isOverHttp(step.outcome) ? inBodies(change) : change;
  const outcome = mapOutcome(step.outcome, (value, path) =>
    mapInside(value, { of: `${kind} ${name}`, step: step.index, path, isItem: false, isAlone: true }, wanted),
  );
  return outcome === step.outcome ? step : { ...step, outcome };
}

function mapOutcome(outcome: Outcome, map: (value: Json, path: readonly string[]) => Json): Outcome {
  switch (outcome.kind) {
    case 'returned': {
      const value = map(outcome.value, []);
      if (value === outcome.value) return outcome;
      const frozen = outcome.frozen && frozenStill(outcome.frozen, outcome.value, value);
      return { kind: 'returned', value, ...(frozen && { frozen }) };
    }
    case 'streamed': {
      const chunks = outcome.chunks.map((chunk, at) => {
        const value = map(chunk.value, [String(at)]);
        return value === chunk.value ? chunk : { ...chunk, value };
      });
      return chunks.every((chunk, at) => chunk === outcome.chunks[at]) ? outcome : { ...outcome, chunks };
    }
    case 'threw':
    case 'interrupted':
      return outcome;
  }
}

/** First its status and headers, then its body, in parts. */
function isOverHttp(outcome: Outcome): boolean {
  return outcome.kind === 'streamed' && isResponseHead(outcome.chunks[0]?.value);
}

/** Without a status, or with a body of another kind, it would be no answer over HTTP any more. */
function inBodies(change: Change): Change {
  return (value, place) => (place.path.length === 2 ? value : change(value, place));
}

/** Of a tagged value nothing can go: it would be another kind of value. */
function mapInside(value: Json, place: Place, change: Change): Json {
  if (typeof value === 'string') return mapText(value, place, change);
  if (typeof value !== 'object' || value === null || '$' in value) return value;
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string, Json])[] = Object.entries(value as JsonObject);
  const mapped = entries.flatMap(([key, part]): (readonly [string, Json])[] => {
    const inner: Place = { ...place, path: [...place.path, key], isItem: isList, isAlone: entries.length === 1 };
    const changed = change(part, inner);
    if (changed === undefined) return [];
    return [[key, changed === part ? mapInside(part, inner, change) : changed]];
  });
  if (mapped.length === entries.length && mapped.every(([, part], at) => part === entries[at]?.[1])) return value;
  return isList ? mapped.map(([, part]) => part) : Object.fromEntries(mapped);
}

function mapText(text: string, place: Place, change: Change): Json {
  const json = jsonIn(text);
  if (json === null) return text;
  const mapped = mapInside(json, { ...place, path: [...place.path, intoText] }, change);
  return mapped === json ? text : JSON.stringify(mapped);
}
