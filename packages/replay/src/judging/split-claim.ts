import type { CallClaim, Claim } from '../claim/claim.ts';
import type { RequestClaim } from '../claim/request-claim.ts';
import { toolsOf } from '../claim/tools-of.ts';
import type { HiddenCalls } from './hidden-calls.ts';
import { isOfAll } from './request-statements.ts';

/** What a claim says of tools and models that are not hidden is `sure`; the rest is `open`. */
export function splitClaim(
  claim: Claim,
  hidden: Pick<HiddenCalls, 'tools' | 'models'>,
): { readonly sure: Claim; readonly open: { readonly calls: readonly CallClaim[]; readonly requests: readonly RequestClaim[] } } {
  const { calls = [], requests = [] } = claim;
  const isOpen = (item: CallClaim): boolean => toolsOf(item).some((tool) => hidden.tools.has(tool));
  const isOpenRequest = (item: RequestClaim): boolean => (isOfAll(item) ? hidden.models.size > 0 : hidden.models.has(String(item.model)));
  return {
    sure: { ...claim, calls: calls.filter((item) => !isOpen(item)), requests: requests.filter((item) => !isOpenRequest(item)) },
    open: { calls: calls.filter(isOpen), requests: requests.filter(isOpenRequest) },
  };
}
