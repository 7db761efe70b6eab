import type { Claim } from '@stepfork/replay';
import type { Config } from '../config/config.ts';
import type { TypedClaimFlags } from '../options/claim-flags.ts';
import { claimOfPerson, claimSources } from './choose-claim.ts';

/** The claim by which a test case is judged: flags over the case file; for a bare trace, flags over the config. `null`: nobody gave one. */
export async function claimOfCase(
  { claim, config }: { readonly claim: Claim | null; readonly config: Config },
  flags: TypedClaimFlags,
): Promise<Claim | null> {
  const person = await claimOfPerson(claimSources(flags, claim === null ? config.claim : undefined));
  return person?.claim ?? claim;
}
