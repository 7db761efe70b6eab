import { type CallClaim, type Claim, valueAt } from '@stepfork/replay';
import { type Json, type JsonObject, parsePointer, type Trace } from '@stepfork/trace';
import type { Pin } from './pins.ts';
import type { Place } from './place.ts';

type Called = Extract<CallClaim, { readonly tool: string }>;

/**
 * The claim with what it misses put in, and no more: the values are those of the right code, so a person has to call them right.
 * `null`: it misses nothing that a claim can say.
 */
export function suggestClaim(claim: Claim, pins: readonly Pin[], { outcome, steps }: Trace): Claim | null {
  const missed = pins.filter(({ state }) => state === 'missed').map(({ place }) => place);
  if (missed.length === 0) return null;
  const outputs = missed.filter((place) => place.kind === 'output');
  const calls = missed.filter((place) => place.kind === 'argument' || place.kind === 'call');
  const errors = missed.filter((place) => place.kind === 'error');
  return {
    ...claim,
    ...(outcome.kind === 'returned' && outputs.length > 0 && { returns: withLeaves(claim.returns, outcome.value, outputs) }),
    ...(outcome.kind === 'threw' && errors.length > 0 && { throws: withParts(claim.throws, outcome.error, errors) }),
    ...(calls.length > 0 && { calls: withCalls(claim.calls ?? [], calls, steps) }),
  };
}

function withLeaves(claimed: Json | undefined, actual: Json, places: readonly { readonly pointer: string }[]): Json {
  return places.reduce<Json | undefined>((known, { pointer }) => withLeaf(known, actual, parsePointer(pointer)), claimed) ?? actual;
}

/** Of a list all items are claimed, those not meant as whatever they are. */
function withLeaf(claimed: Json | undefined, actual: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined || actual === null || typeof actual !== 'object') return actual;
  const inner = (actual as JsonObject)[key] ?? null;
  if (Array.isArray(actual)) {
    const items: readonly Json[] = Array.isArray(claimed) ? claimed : actual.map((): Json => ({ $: 'match', type: 'any' }));
    return items.map((item, at) => (String(at) === key ? withLeaf(isMatcher(item) ? undefined : item, inner, rest) : item));
  }
  const known = isPlain(claimed) ? claimed : {};
  return { ...known, [key]: withLeaf(known[key], inner, rest) };
}

function withParts(claimed: Claim['throws'], error: Json, places: readonly { readonly pointer: string }[]): NonNullable<Claim['throws']> {
  const said = (pointer: string): Json | undefined => valueAt(error, pointer) ?? valueAt(error, `/fields${pointer}`);
  const parts = places.map(({ pointer }) => [pointer.slice(1), said(pointer)] as const);
  return { ...(typeof claimed === 'object' ? claimed : {}), ...Object.fromEntries(parts) };
}

function withCalls(
  claimed: readonly CallClaim[],
  places: readonly Extract<Place, { readonly kind: 'argument' | 'call' }>[],
  steps: Trace['steps'],
): readonly CallClaim[] {
  const calls = [...claimed];
  for (const step of new Set(places.map((place) => place.step))) {
    const call = steps[step]?.call;
    if (call === undefined) continue;
    const own = places.filter((place) => place.step === step);
    const at = calls.findIndex(
      (item) => 'tool' in item && item.tool === call.name && (item.with === undefined || contains(item.with, call.input)),
    );
    const known = calls[at] as Called | undefined;
    const leaves = own.filter((place) => place.kind === 'argument');
    const wanted: Called = {
      tool: call.name,
      ...known,
      ...(leaves.length > 0 && { with: withLeaves(known?.with, call.input, leaves) }),
      ...((known === undefined || own.some(({ kind }) => kind === 'call')) && { times: known?.times ?? 1 }),
    };
    if (known === undefined) calls.push(wanted);
    else calls[at] = wanted;
  }
  return calls;
}

function contains(part: Json, whole: Json | undefined): boolean {
  if (!isPlain(part)) return true;
  return (
    isPlain(whole) &&
    Object.entries(part).every(
      ([key, value]) =>
        isMatcher(value) || JSON.stringify(whole[key]) === JSON.stringify(value) || (isPlain(value) && contains(value, whole[key])),
    )
  );
}

function isMatcher(value: Json | undefined): boolean {
  return isPlainOrTagged(value) && value.$ === 'match';
}

function isPlain(value: Json | undefined): value is JsonObject {
  return isPlainOrTagged(value) && !('$' in value);
}

function isPlainOrTagged(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
