import type { CallClaim, Claim } from './claim.ts';
import { toolsOf } from './tools-of.ts';

/** What a claim says of tools that are not hidden is `sure`; the rest is `open`. */
export function splitClaim(claim: Claim, hidden: ReadonlySet<string>): { readonly sure: Claim; readonly open: readonly CallClaim[] } {
  const open = (claim.calls ?? []).filter((item) => toolsOf(item).some((tool) => hidden.has(tool)));
  return { sure: { ...claim, calls: (claim.calls ?? []).filter((item) => !open.includes(item)) }, open };
}
