import { type CallKind, type Json, withPersonalTexts } from '@stepfork/trace';
import { decompressed } from '../body/decompressed.ts';
import type { JsonParser } from './history-parser.ts';
import { modelOf } from './model-of.ts';
import { personalPlaces } from './personal-places.ts';
import type { PlainRequest } from './plain-request.ts';
import { requestBody } from './request-body.ts';
import { requestHeaders } from './request-headers.ts';
import { requestName } from './request-name.ts';
import { urlWithoutCredentials } from './url-without-credentials.ts';

/** A request as a call. */
export interface RequestCall {
  readonly kind: CallKind;
  /** The model, or what `requestName` says. */
  readonly name: string;
  readonly input: RequestInput;
  /** The same, where it is known from the recording: see `recordedRequests`. */
  readonly recorded?: Json;
}

/** What is recorded of a request, and compared. */
export interface RequestInput {
  readonly method: string;
  /** Path and query. The host moves with base URLs, proxies and ports of local servers, so it is no part of the question. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Left out: there was none. */
  readonly body?: unknown;
}

/** A promise only where the body must be read first. */
export function describeRequest({ method, url, headers, body }: PlainRequest, parse: JsonParser): RequestCall | Promise<RequestCall> {
  const said = requestBody(decompressed(body, headers.get('content-encoding')), headers.get('content-type'), parse);
  const type = contentTypeOf(body);
  const shown = type === null || headers.has('content-type') ? headers : new Headers([...headers, ['content-type', type]]);
  const call = (value: unknown): RequestCall => callOf(method, url, shown, value);
  return said instanceof Promise ? said.then(call) : call(said);
}

function callOf(method: string, url: URL, headers: Headers, body: unknown): RequestCall {
  const { pathname, search } = urlWithoutCredentials(url);
  const model = modelOf(method, pathname, body);
  const shown = model === null ? body : withPersonalTexts(body, personalPlaces);
  const input: RequestInput = {
    method,
    url: `${pathname}${search}`,
    headers: requestHeaders(headers),
    ...(body !== undefined && { body: shown }),
  };
  return model === null ? { kind: 'tool', name: requestName(method, url), input } : { kind: 'model', name: model, input };
}

/** The content type that `fetch` adds by itself. */
function contentTypeOf(body: unknown): string | null {
  if (body instanceof FormData) return 'multipart/form-data';
  if (body instanceof URLSearchParams) return 'application/x-www-form-urlencoded';
  return body instanceof Blob && body.type !== '' ? body.type : null;
}
