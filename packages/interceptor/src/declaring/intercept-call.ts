import type { LiveCall } from '../interceptor.ts';
import { noSnapshot } from '../no-snapshot.ts';
import { activeContext } from '../running/active-context.ts';
import { invoke } from './invoke.ts';
import { isSameCall } from './is-same-call.ts';

/** What an adapter knows of a call of its SDK. */
export type AdapterCall = Pick<
  LiveCall,
  'kind' | 'name' | 'input' | 'effect' | 'stable' | 'example' | 'output' | 'goesFirst' | 'recorded'
> &
  Required<Pick<LiveCall, 'form'>>;

/**
 * One call at the boundary of an adapter, which sees calls where they are made and defines no functions: it goes through the interceptor of
 * the run that it belongs to. Outside of any run `body` is called and nothing else.
 */
export function interceptCall<R>(call: AdapterCall, body: () => Promise<R>): Promise<R> {
  const active = activeContext();
  if (active === undefined || isSameCall(active, call.kind, call.name)) return body();
  const live: LiveCall = { snapshot: noSnapshot, step: -1, parent: null, ...call };
  return invoke(active.interceptor, undefined, [live, body]) as Promise<R>;
}
