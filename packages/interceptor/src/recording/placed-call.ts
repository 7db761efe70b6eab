import type { Json } from '@stepfork/trace';
import type { LiveCall } from '../interceptor.ts';

/** The same call at its place in the run. A literal, since a member that is put behind a spread costs more than all of these. */
export function placedCall(call: LiveCall, name: string, step: number, parent: number | null, snapshot: () => Json): LiveCall {
  const { kind, input, effect, stable, example, output, isHooked, isObserved, goesFirst, recorded, form } = call;
  const fields = {
    kind,
    name,
    input,
    effect,
    stable,
    example,
    output,
    isHooked,
    isObserved,
    goesFirst,
    recorded,
    form,
    snapshot,
    step,
    parent,
  };
  return fields satisfies Readonly<Record<keyof LiveCall, unknown>> as LiveCall;
}
