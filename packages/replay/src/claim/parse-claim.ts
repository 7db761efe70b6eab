import type { Claim } from './claim.ts';
import { claimSchema } from './claim-schema.ts';
import { parseWith } from './parse-with.ts';

/**
 * Checks a claim that comes from outside.
 *
 * @param source names the file or flag in the message.
 * @throws SchemaError with all problems at once, each with its path.
 */
export function parseClaim(json: unknown, source: string): Claim {
  return parseWith(claimSchema, json, 'claim', source) as Claim;
}
