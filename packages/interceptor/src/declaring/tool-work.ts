import { activeContext } from '../running/active-context.ts';
import { slot } from '../running/slot.ts';

/**
 * Runs `body` as work that belongs to a tool and to none of its calls, such as the connection over which they go: what it sends is no call of
 * the agent, its clock and chance are the real ones, and a replay lets it reach the network. Outside of any run `body` is called and nothing else.
 */
export function toolWork<T>(body: () => T): T {
  const around = activeContext();
  if (around === undefined) return body();
  const enclosing = { recorder: body, step: -1, kind: 'tool', hooked: null, outer: around.enclosing } as const;
  return slot().context.run({ ...around, enclosing, ambient: null }, body);
}
