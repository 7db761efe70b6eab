import { type Claim, isPlainObject, toolsOf } from '@stepfork/replay';
import type { Json } from '@stepfork/trace';
import type { ConductEdit } from './conduct-edit.ts';
import type { Change } from './mutant.ts';
import type { Reference } from './reference.ts';

type Judged = Extract<Change, { readonly kind: 'conduct' | 'claim' }>;

/**
 * The part of a claim that a change can break; of the other claim where that is what is changed. The rest holds already: the right code was judged
 * by all of it, and nothing else of what it did is changed.
 */
export function aimedClaims({ claim, trace }: Pick<Reference, 'claim' | 'trace'>): (change: Judged) => Claim {
  const { calls: _calls, requests: _requests, ...ofEnd } = claim;
  const { returns: _returns, exactly: _exactly, ...ofCalls } = claim;
  const { steps, outcome } = trace;
  const byTool = new Map<string, Claim>();
  return (change) => (change.kind === 'claim' ? ofOther(change.claim) : ofEdit(change.edit));

  function ofEdit(edit: ConductEdit): Claim {
    switch (edit.kind) {
      case 'output':
        return outcome.kind === 'returned' ? returning(ofEnd, outcome.value, edit.value) : ofEnd;
      case 'error':
        return ofEnd;
      case 'input':
        return ofInput(edit.step);
      case 'drop':
      case 'repeat':
      case 'insert':
      case 'move':
        return ofCalls;
      case 'run':
        return claim;
    }
  }

  function ofInput(step: number): Claim {
    const call = steps[step]?.call;
    if (call?.kind !== 'tool') return ofCalls;
    let known = byTool.get(call.name);
    if (known === undefined) {
      const { requests: _, calls = [], ...rest } = ofCalls;
      known = { ...rest, calls: calls.filter((item) => toolsOf(item).includes(call.name)) };
      byTool.set(call.name, known);
    }
    return known;
  }

  function ofOther({ calls, requests, ...end }: Claim): Claim {
    if (calls === claim.calls && requests === claim.requests) return returning(end, claim.returns, end.returns);
    return { ...ofCalls, ...(calls !== undefined && { calls }), ...(requests !== undefined && { requests }) };
  }
}

/** Of what is claimed of an output, that which stands where one value has other parts than the other: equal parts are the same objects. */
function returning(claim: Claim, before: Json | undefined, after: Json | undefined): Claim {
  const { returns, exactly } = claim;
  if (exactly === true || !isPlainObject(returns) || !isPlainObject(before) || !isPlainObject(after)) return claim;
  return {
    ...claim,
    returns: Object.fromEntries(Object.keys(returns).flatMap((key) => (before[key] === after[key] ? [] : [[key, returns[key] as Json]]))),
  };
}
