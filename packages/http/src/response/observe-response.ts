import type { PartObserver } from '@stepfork/interceptor';
import { decodeValue, type Json, withPersonalTexts } from '@stepfork/trace';
import { liveSource } from '../body/live-source.ts';
import { mediaType } from '../body/media-type.ts';
import { observedBody } from '../body/observed-body.ts';
import { observedSource } from '../body/observed-source.ts';
import { inBytes, recordedSource } from '../body/recorded-source.ts';
import { recut } from '../body/recut.ts';
import { tellPart } from '../body/tell-part.ts';
import type { BodyPart } from '../parts/body-part.ts';
import { personalPlaces } from '../request/personal-places.ts';
import { buildResponse } from './build-response.ts';
import { listedHeaders } from './listed-headers.ts';
import type { RecordedResponse } from './rebuild-response.ts';
import { type ResponseHead, responseHead } from './response-head.ts';
import { shownResponse } from './shown-response.ts';
import { wholeBody } from './whole-body.ts';

/** So many bytes are read before anybody asks for them: an answer that the agent does not read to its end is recorded all the same. */
const readAhead = 1_048_576;

/** What is known of the request. */
export interface Sent {
  /** By which the agent may break it off. */
  readonly signal: AbortSignal | null;
  readonly asksModel: boolean;
  /** The answer has no body, whatever its head says of one. */
  readonly asksHead: boolean;
}

/**
 * Tells what comes of a response, each part when it comes, and gives the response that the agent gets: the same, its body passed through us.
 * Bytes are handed on in the tick in which they come.
 */
export function observeResponse(response: Response, observer: PartObserver, { signal, asksModel }: Sent): Response {
  observer.whole(responseHead(response));
  const { body, status, statusText, headers, url, redirected, type } = response;
  const shown = { url, redirected, type, headers: listedHeaders(headers) };
  if (body === null) {
    observer.end('done');
    return shownResponse(response, shown);
  }
  const contentType = headers.get('content-type');
  const takeDown = (part: BodyPart): void => {
    const shownPart = asksModel ? withoutPersons(part) : part;
    if ('json' in shownPart) observer.whole(shownPart);
    else observer.chunk(shownPart);
  };
  const tell = tellPart<BodyPart>(observer, takeDown, asksModel);
  const source = liveSource(body, { contentType, waits: !isJson(contentType) }, observer, tell);
  const passed = observedBody(observedSource(source, observer, signal), { readAhead, readsOn: isJson(contentType), signal });
  return buildResponse(passed, { status, statusText, headers: typeOnly(contentType) }, shown);
}

/** The same for a response of a recording. */
export function observeRecorded({ head, parts }: RecordedResponse, observer: PartObserver, sent: Sent): Response {
  const { signal, asksModel, asksHead } = sent;
  observer.recorded(head);
  const { status, statusText, headers, url, redirected } = headOf(head);
  const shown = { url, redirected, type: 'basic', headers: listedHeaders(headers) } as const;
  if (asksHead || hasNoBody(status)) {
    observer.end('done');
    return buildResponse(null, { status, statusText, headers }, shown);
  }
  const contentType = headers.get('content-type');
  const source = recordedSource(parts, signal, tellPart(observer, observer.recorded, asksModel));
  const own = { status, statusText, headers: typeOnly(contentType) };
  // SDKs throw the body of an error away unread, at once or a moment later; what it says must not depend on that.
  if (parts.isWhole && isJson(contentType)) {
    const whole = wholeBody(observedSource(source, observer, signal), signal);
    return buildResponse(whole.stream, own, { ...shown, whole });
  }
  const { cutBy: random, isWhole: joins } = parts;
  // An answer in JSON is read whole: it is no stream.
  const cut = random === undefined || isJson(contentType) ? inBytes(source) : recut(inBytes(source), { joins, random });
  // Who asks beyond the end of a recording has asked for more than is known: that must be the agent, when it does.
  const passed = observedBody(observedSource(cut, observer, signal), {
    readAhead: joins ? readAhead : 0,
    readsOn: false,
    signal,
  });
  return buildResponse(passed, own, shown);
}

/** The headers are shown; the type of its content is all that a response itself reads of them. */
function typeOnly(contentType: string | null): Headers {
  return new Headers(contentType === null ? {} : { 'content-type': contentType });
}

function headOf(head: Json): Omit<ResponseHead, 'headers' | 'unlisted'> & { readonly headers: Headers } {
  const {
    status = 200,
    statusText = '',
    headers,
    unlisted,
    url = '',
    redirected = false,
  } = (decodeValue(head) ?? {}) as Partial<ResponseHead>;
  return { status, statusText, headers: new Headers({ ...unlisted, ...headers }), url, redirected };
}

function isJson(contentType: string | null): boolean {
  return /[/+]json$/.test(mediaType(contentType ?? ''));
}

/** With these a response must not have one. */
function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

function withoutPersons(part: BodyPart): BodyPart {
  if ('json' in part) return { json: withPersonalTexts(part.json, personalPlaces) };
  return 'data' in part ? { ...part, data: withPersonalTexts(part.data, personalPlaces) } : part;
}
