import type { TypedClaimFlags } from '../options/claim-flags.ts';
import type { TestFlags } from '../options/test-options.ts';

/** What `stepfork minimize` was given beside the file. */
export interface MinimizeFlags extends TestFlags, TypedClaimFlags {
  readonly agent?: string | undefined;
  readonly fixed?: string | undefined;
  readonly check?: string | undefined;
  readonly output?: string | undefined;
  readonly unit?: string | undefined;
  readonly 'max-replays'?: number | undefined;
  readonly 'max-time'?: number | undefined;
  readonly workers?: number | undefined;
  readonly force: boolean;
}
