import type { PartObserver } from '@stepfork/interceptor';
import { listedHeaders } from './listed-headers.ts';
import { mediaType } from './media-type.ts';
import { observedBody } from './observed-body.ts';
import { isCut } from './rebuilt.ts';
import { responseHead } from './response-head.ts';
import { shownResponse } from './shown-response.ts';
import { tellParts } from './tell-parts.ts';

/** So many bytes are read before anybody asks for them: an answer that the agent does not read to its end is recorded all the same. */
const readAhead = 1_048_576;

/** What is known of the request. */
export interface Sent {
  /** By which the agent may break it off. */
  readonly signal: AbortSignal | null;
  readonly asksModel: boolean;
}

/**
 * Tells what comes of a response, each part when it comes, and gives the response that the agent gets: the same, its body passed through us.
 * Bytes are handed on in the tick in which they come.
 */
export function observeResponse(response: Response, observer: PartObserver, { signal, asksModel }: Sent): Response {
  observer.chunk(responseHead(response));
  const { body, status, statusText, headers, url, redirected, type } = response;
  if (body === null) {
    observer.end('done');
    return shownResponse(response, { url, redirected, type, headers: listedHeaders(headers) });
  }
  const contentType = headers.get('content-type');
  const passed = observedBody(body, {
    parts: tellParts(contentType, observer, asksModel),
    observer,
    signal,
    // Who asks beyond the end of a recording has asked for more than is known: that must be the agent, when it does.
    readAhead: isCut(response) ? 0 : readAhead,
    // SDKs throw the body of an error away unread, at once or a moment later; what it says must not depend on that.
    readsOn: !isCut(response) && /[/+]json$/.test(mediaType(contentType ?? '')),
  });
  return shownResponse(new Response(passed, { status, statusText, headers }), { url, redirected, type, headers: listedHeaders(headers) });
}
