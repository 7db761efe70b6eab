import type { Step } from '@stepfork/trace';
import type { Claim } from '../claim/claim.ts';
import type { RequestClaim } from '../claim/request-claim.ts';
import { timeBounds } from '../claim/time-bounds.ts';
import { requestMismatches } from './request-mismatches.ts';

/** What a claim says about requests, beside the requests that were made. */
export interface RequestStatement {
  readonly claim: RequestClaim;
  readonly least: number;
  readonly most: number;
  /** Requests to the model. */
  readonly made: readonly Step[];
  /** Those that are as claimed. */
  readonly matching: readonly Step[];
}

/** The statements of a claim about requests, in its order, counted over these steps. */
export function requestStatementsOf(claim: Claim, steps: readonly Step[]): readonly RequestStatement[] {
  return (claim.requests ?? []).map((one) => {
    const made = steps.filter(({ call }) => call.kind === 'model' && (isOfAll(one) || call.name === one.model));
    const matching = made.filter(({ call }) => requestMismatches(one, call.input).next().done === true);
    return { claim: one, made, matching, ...(one.never === true ? { least: 0, most: 0 } : timeBounds(one.times)) };
  });
}

/** It speaks of the requests to all models. */
export function isOfAll({ model = '*' }: RequestClaim): boolean {
  return model === '*';
}
