import type { Json, Step } from '@stepfork/trace';
import type { CallClaim } from '../claim/claim.ts';
import { callsOf } from '../claim/statements.ts';
import { brief } from '../matchers/brief.ts';
import { isTag } from '../matchers/is-tag.ts';
import { sameLeaf } from '../matchers/mismatches.ts';
import { valueAt } from '../matchers/value-at.ts';
import type { Finding } from './verdict.ts';

/** The first call that has nothing at the place, or another value than the calls before it. */
export function sameFindings({ same, of }: Extract<CallClaim, { readonly same: string }>, steps: readonly Step[]): readonly Finding[] {
  const place = same === '' ? 'input' : same;
  const claimed = `claimed the same ${place} in all calls of ${of}`;
  let first: { readonly value: Json; readonly step: number } | null = null;
  for (const { call, index } of callsOf(of, steps)) {
    const value = valueAt(call.input, same);
    if (value === undefined || isTag(value, 'undefined')) {
      const message = `${of} was called without ${same} (step ${index}), ${claimed}`;
      return [{ kind: 'same', message, expected: first?.value, actual: value }];
    }
    if (first === null) first = { value, step: index };
    else if (!sameLeaf(first.value, value)) {
      const message = `${of} was called with ${place} ${brief(value)} (step ${index}) after ${brief(first.value)} (step ${first.step}), ${claimed}`;
      return [{ kind: 'same', message, expected: first.value, actual: value }];
    }
  }
  return [];
}
