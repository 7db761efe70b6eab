import type { Draw } from '@stepfork/trace';
import type { LiveCall } from '../interceptor.ts';
import { noSnapshot } from '../no-snapshot.ts';
import { activeContext } from '../running/active-context.ts';
import { invoke } from './invoke.ts';
import { isSameCall } from './is-same-call.ts';
import { registeredTool } from './registry.ts';

/**
 * One call of a tool, for an adapter that is told of it and cannot answer in its place: it is recorded, and in a replay it is refused unless it was named `live`.
 * Steps aside where a tool of this name is declared, or hooked where it is called.
 */
export function observedTool<R>(name: string, input: unknown, body: () => Promise<R>): Promise<R> {
  const active = activeContext();
  if (active === undefined || registeredTool(name) !== null || isSameCall(active, 'tool', name)) return body();
  const traits = { kind: 'tool', effect: false, stable: false, example: null, isHooked: true, isObserved: true } as const;
  const call: LiveCall = { ...traits, name, input, snapshot: noSnapshot, step: -1, parent: null };
  return invoke(active.interceptor, undefined, [call, body]) as Promise<R>;
}

/** How a recording says that the calls of this tool were only observed. */
export function observedDraw(name: string): Pick<Draw, 'kind' | 'site' | 'value'> {
  return { kind: 'environment', site: 'observed-tool', value: name };
}
