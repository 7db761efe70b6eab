import type { Claim } from '@stepfork/replay';
import type { Json } from '@stepfork/trace';
import { showJsonFully } from './show-json.ts';

/** A claim as it is reviewed: as the data that it is. */
export function renderClaim(claim: Claim): string {
  return showJsonFully(claim as unknown as Json);
}
