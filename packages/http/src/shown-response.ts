import { listedHeaders } from './listed-headers.ts';

/** Fields of a response that its constructor does not take. */
export interface Shown {
  readonly url: string;
  readonly redirected: boolean;
  readonly type: Response['type'];
  readonly headers: Headers;
  readonly status?: number;
}

/** `response`, and whatever is cloned from it, as if it had come from there. */
export function shownResponse(response: Response, shown: Shown): Response {
  const clone = response.clone.bind(response);
  const members = { ...shown, clone: (): Response => shownResponse(clone(), withOwnHeaders(shown)) };
  for (const [key, value] of Object.entries(members)) Object.defineProperty(response, key, { value, configurable: true });
  return response;
}

function withOwnHeaders(shown: Shown): Shown {
  // Also those that are not listed.
  return { ...shown, headers: listedHeaders(new Headers([...Headers.prototype.entries.call(shown.headers)])) };
}
