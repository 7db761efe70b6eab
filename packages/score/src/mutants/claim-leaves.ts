import type { CallClaim, Claim, RequestClaim, Times } from '@stepfork/replay';
import { childPointer, type Json } from '@stepfork/trace';
import { leavesOf } from '../leaf.ts';
import type { Mutant } from '../mutant.ts';
import { otherLeaf } from '../other-leaf.ts';
import type { Reference } from '../reference.ts';
import { show } from '../show.ts';

interface Edited {
  readonly pointer: string;
  readonly says: string;
  readonly claim: Claim;
}

/** Each value that the claim names, as if another one had been expected: the right code must fail then, or nothing comes to that place. */
export function* claimLeaves({ claim }: Reference): Generator<Mutant> {
  for (const { pointer, says, claim: other } of edits(claim)) {
    yield {
      id: `claim-leaf ${pointer}`,
      family: 'expectation',
      mutator: 'claim-leaf',
      set: 'breaking',
      place: { kind: 'claim', pointer },
      says,
      change: { kind: 'claim', claim: other },
    };
  }
}

function* edits(claim: Claim): Generator<Edited> {
  if (claim.returns !== undefined) {
    for (const one of valueEdits(claim.returns, '/returns')) yield { ...one, claim: { ...claim, returns: one.value } };
  }
  if (typeof claim.throws === 'object') {
    for (const [part, value] of Object.entries(claim.throws)) {
      const other = otherLeaf(value);
      yield { pointer: `/throws/${part}`, says: arrow(value, other), claim: { ...claim, throws: { ...claim.throws, [part]: other } } };
    }
  }
  for (const [at, item] of (claim.calls ?? []).entries()) {
    for (const { value, ...one } of callEdits(item, `/calls/${at}`))
      yield { ...one, claim: { ...claim, calls: replaced(claim.calls, at, value) } };
  }
  for (const [at, item] of (claim.requests ?? []).entries()) {
    for (const { value, ...one } of requestEdits(item, `/requests/${at}`))
      yield { ...one, claim: { ...claim, requests: replaced(claim.requests, at, value) } };
  }
}

interface Edit<T> {
  readonly pointer: string;
  readonly says: string;
  readonly value: T;
}

/** Matchers are left alone: what they refuse is another question than what they name. */
function* valueEdits(value: Json, pointer: string): Generator<Edit<Json>> {
  for (const leaf of leavesOf(value)) {
    if (isMatcher(leaf.value)) continue;
    const other = otherLeaf(leaf.value);
    yield { pointer: `${pointer}${leaf.pointer}`, says: arrow(leaf.value, other), value: leaf.put(other) };
  }
}

function* callEdits(item: CallClaim, pointer: string): Generator<Edit<CallClaim>> {
  if ('atMost' in item) {
    yield { pointer: `${pointer}/atMost`, says: arrow(item.atMost, 0), value: { atMost: 0 } };
    return;
  }
  if (!('tool' in item)) return;
  if (item.with !== undefined) {
    for (const { value, ...one } of valueEdits(item.with, `${pointer}/with`)) yield { ...one, value: { ...item, with: value } };
  }
  if (item.times !== undefined) {
    const times = more(item.times);
    yield { pointer: `${pointer}/times`, says: arrow(item.times as Json, times as Json), value: { ...item, times } };
  }
}

function* requestEdits(item: RequestClaim, pointer: string): Generator<Edit<RequestClaim>> {
  // What must not be said is not met by saying something else.
  if (item.never === true) return;
  if (item.with !== undefined) {
    for (const { value, ...one } of valueEdits(item.with, `${pointer}/with`)) yield { ...one, value: { ...item, with: value } };
  }
  for (const [at, message] of (item.messages ?? []).entries()) {
    if (message.contains === undefined) continue;
    const contains = otherLeaf(message.contains) as string;
    yield {
      pointer: childPointer(childPointer(`${pointer}/messages`, at), 'contains'),
      says: arrow(message.contains, contains),
      value: { ...item, messages: replaced(item.messages, at, { ...message, contains }) },
    };
  }
}

function more(times: Times): Times {
  if (typeof times === 'number') return times + 1;
  return { atLeast: 1 + Math.max(times.atLeast ?? 0, times.atMost ?? 0) };
}

function isMatcher(value: Json): boolean {
  return typeof value === 'object' && value !== null && (value as { readonly $?: Json }).$ === 'match';
}

function replaced<T>(items: readonly T[] | undefined, at: number, other: T): readonly T[] {
  return (items ?? []).map((item, index) => (index === at ? other : item));
}

function arrow(one: Json, other: Json): string {
  return `${show(one)} → ${show(other)}`;
}
