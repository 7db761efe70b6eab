import type { TestFlags } from '../options/test-options.ts';

/** What `stepfork fork` was given beside the file. */
export interface ForkFlags extends TestFlags {
  readonly agent?: string | undefined;
  readonly from?: string | undefined;
  readonly live?: readonly string[] | undefined;
  readonly at?: number | undefined;
  readonly output?: string | undefined;
  readonly prune: boolean;
  readonly force: boolean;
  readonly claim?: string | undefined;
  readonly returns?: string | undefined;
  readonly exactly?: boolean;
  readonly 'expect-call'?: readonly string[] | undefined;
}
