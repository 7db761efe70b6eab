import type { TypedClaimFlags } from '../options/claim-flags.ts';
import type { TestFlags } from '../options/test-options.ts';

/** What `stepfork fork` was given beside the file. */
export interface ForkFlags extends TestFlags, TypedClaimFlags {
  readonly agent?: string | undefined;
  readonly from?: string | undefined;
  readonly live?: readonly string[] | undefined;
  readonly at?: number | undefined;
  readonly output?: string | undefined;
  readonly prune: boolean;
  readonly force: boolean;
}
