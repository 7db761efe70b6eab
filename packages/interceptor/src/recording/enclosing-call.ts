import type { LiveCall } from '../interceptor.ts';
import { activeContext } from '../running/active-context.ts';
import { type Enclosing, slot } from '../running/slot.ts';
import type { Within } from './open-streams.ts';

/** Runs a body so that its calls find `step` as their parent. */
export function insideCall(recorder: object, step: number, { kind, name, isHooked }: LiveCall): Within {
  const { context } = slot();
  const around = activeContext();
  if (around === undefined) return (body) => body();
  // A body belongs to the world: no replay runs it, so its clock and chance are the real ones.
  const inside = {
    interceptor: around.interceptor,
    enclosing: { recorder, step, kind, hooked: isHooked === true ? name : null, outer: around.enclosing },
    ambient: null,
  };
  return (body) => context.run(inside, body);
}

/** The step of this recorder's call in whose body the running code is. */
export function enclosingStep(recorder: object): number | null {
  let enclosing: Enclosing | null = activeContext()?.enclosing ?? null;
  while (enclosing !== null && enclosing.recorder !== recorder) enclosing = enclosing.outer;
  return enclosing?.step ?? null;
}
