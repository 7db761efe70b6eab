import { type Claim, parseClaim } from '@stepfork/replay';
import { type Json, StepforkError } from '@stepfork/trace';
import { findMarks } from './find-marks.ts';

/**
 * A claim from a file that may have begun as a draft.
 *
 * @throws StepforkError `STEPFORK_CLAIM_IS_A_DRAFT` while a recorded value stands in its mark, else what `parseClaim` throws.
 */
export function parseReviewedClaim(json: unknown, source: string): Claim {
  const marks = findMarks(json as Json);
  if (marks.length === 0) return parseClaim(json, source);
  throw new StepforkError('STEPFORK_CLAIM_IS_A_DRAFT', `The claim ${source} is a draft: nobody has looked at ${marks.join(', ')}.`, {
    hint: 'Replace each { "correct me": … } by the right value, or by the recorded one where that is right, and remove the line "draft".',
  });
}
