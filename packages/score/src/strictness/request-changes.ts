import { isHttpCall } from '@stepfork/replay/recorded';
import { childPointer, type Json, type JsonObject, type Step, type Trace } from '@stepfork/trace';
import { classOf, leavesOf } from '../leaf.ts';
import { otherLeaf } from '../other-leaf.ts';
import { show } from '../show.ts';
import { httpChanges, type RecordedHeaders } from './http-changes.ts';
import type { RequestChange } from './request-change.ts';

const added = 'stepfork';

/** Each kind of value in the requests of these steps, changed and left out; a key more, and the same keys in another order. One step stands for all of its name. */
export function requestChanges({ steps }: Trace, isAsked: (step: Step) => boolean, recorded: RecordedHeaders): Iterable<RequestChange> {
  const found = new Map<string, RequestChange>();
  for (const step of steps) {
    if (!isAsked(step)) continue;
    for (const change of changesOf(step, recorded))
      found.set(`${step.call.kind} ${step.call.name} ${change.kind} ${classOf(change.pointer)}`, change);
  }
  return found.values();
}

function* changesOf({ index: step, call }: Step, recorded: RecordedHeaders): Generator<RequestChange> {
  const isHttp = isHttpCall(call);
  if (isHttp) yield* httpChanges(step, call.input, recorded);
  const { input } = call;
  for (const { pointer, value, put } of leavesOf(input)) {
    // Part by part.
    if (pointer === '/url' && isHttp) continue;
    const other = otherLeaf(value);
    yield { step, kind: 'other', pointer, says: `${show(value)} → ${show(other)}`, request: put(other) };
    yield { step, kind: 'missing', pointer, says: `${show(value)} → (missing)`, request: put(undefined) };
  }
  if (!isPlain(input)) return;
  for (const { pointer, put } of objectsOf(input)) {
    // The parts of a request over HTTP are always the same ones; in its headers others are sent above.
    if (isHttp && (pointer === '' || pointer === '/headers')) continue;
    yield {
      step,
      kind: 'added',
      pointer: childPointer(pointer, added),
      says: '(missing) → true',
      request: put((object) => ({ ...object, [added]: true })),
    };
  }
  const turned = turnedAround(input);
  if (JSON.stringify(turned) !== JSON.stringify(input))
    yield { step, kind: 'key-order', pointer: '', says: 'its keys in another order', request: turned };
}

function turnedAround(value: Json): Json {
  if (Array.isArray(value)) return value.map(turnedAround);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, turnedAround(part)]),
  );
}

interface InnerObject {
  readonly pointer: string;
  /** The whole value with this object changed. */
  readonly put: (change: (object: JsonObject) => Json) => Json;
}

/** The plain objects in a value, itself first. */
function* objectsOf(value: Json, pointer = ''): Generator<InnerObject> {
  if (isPlain(value)) yield { pointer, put: (change) => change(value) };
  const parts = Array.isArray(value) ? [...value.entries()] : isPlain(value) ? Object.entries(value) : [];
  for (const [key, part] of parts) {
    for (const { put, ...inner } of objectsOf(part as Json, childPointer(pointer, key)))
      yield {
        ...inner,
        put: (change) => (Array.isArray(value) ? value.with(Number(key), put(change)) : { ...(value as JsonObject), [key]: put(change) }),
      };
  }
}

/** Lists keep their order, and tagged values are one value each. */
function isPlain(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('$' in value);
}
