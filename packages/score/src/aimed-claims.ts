import type { Claim } from '@stepfork/replay';
import type { ConductEdit } from './conduct-edit.ts';

/**
 * The part of a claim that an edit can break. The rest holds already: the right code was judged by all of it, and nothing else of what it did is
 * changed.
 */
export function aimedClaims(claim: Claim): (edit: ConductEdit) => Claim {
  const { calls: _calls, requests: _requests, ...ofEnd } = claim;
  const { returns: _returns, exactly: _exactly, ...ofCalls } = claim;
  return ({ kind }) => {
    switch (kind) {
      case 'output':
      case 'error':
        return ofEnd;
      case 'input':
      case 'drop':
      case 'repeat':
      case 'insert':
      case 'move':
        return ofCalls;
      case 'run':
        return claim;
    }
  };
}
