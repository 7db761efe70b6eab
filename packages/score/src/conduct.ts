import type { Json, Trace } from '@stepfork/trace';
import { pinnedCalls, type Reference } from './reference.ts';

/** How the right code and another run ended, and what each did to the world: to be compared. */
export function conducts(reference: Reference, trace: Trace): readonly [right: Json, other: Json] {
  const calls = [...pinnedCalls(reference), ...pinnedCalls({ ...reference, trace })];
  const names = new Set(calls.map(({ call }) => call.name));
  return [conductOf(reference.trace, names), conductOf(trace, names)];
}

function conductOf({ outcome, steps }: Trace, names: ReadonlySet<string>): Json {
  const calls = steps.filter(({ call }) => call.kind === 'tool' && names.has(call.name));
  return { ...outcome, calls: calls.map(({ call }) => ({ [call.name]: call.input })) };
}
