import { type Claim, parseClaim } from '@stepfork/replay';
import { type Json, StepforkError } from '@stepfork/trace';
import { parseCallExpectation } from './parse-call-expectation.ts';

/** What a person types of a claim. */
export interface ClaimFlags {
  /** JSON: a part of the output. */
  readonly returns?: string;
  /** `returns` is the whole output. */
  readonly exactly?: boolean;
  /** See `parseCallExpectation`. */
  readonly expectCalls?: readonly string[];
}

/**
 * A claim typed in flags; `null` where none of them was given.
 *
 * @throws StepforkError `STEPFORK_RETURNS`, `STEPFORK_CALL_EXPECTATION`, `STEPFORK_CLAIM`.
 */
export function claimFromFlags({ returns, exactly = false, expectCalls = [] }: ClaimFlags): Claim | null {
  if (returns === undefined && expectCalls.length === 0 && !exactly) return null;
  const claim = {
    ...(returns === undefined ? {} : { returns: parseReturns(returns) }),
    ...(exactly ? { exactly } : {}),
    ...(expectCalls.length === 0 ? {} : { calls: expectCalls.map(parseCallExpectation) }),
  };
  return parseClaim(claim, 'given in flags');
}

function parseReturns(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new StepforkError('STEPFORK_RETURNS', `The claimed output ${JSON.stringify(text)} is not JSON: ${cause.message}.`, {
      hint: 'Quote it for your shell: --returns \'{"refunded_cents":4999}\'. A text is JSON only in double quotes.',
    });
  }
}
