import { type Call, isJsonObject, type JsonObject, withPersonalTexts } from '@stepfork/trace';
import type { RequestCall, RequestInput } from './describe-request.ts';
import { modelOf } from './model-of.ts';
import { personalPlaces } from './personal-places.ts';
import type { PlainRequest } from './plain-request.ts';
import { PlainTexts } from './plain-texts.ts';
import { requestHeaders } from './request-headers.ts';
import { urlWithoutCredentials } from './url-without-credentials.ts';

/** Finds the call as which a request was recorded; `null`: it must be taken apart. */
export type FindRecorded = (request: PlainRequest) => RequestCall | null;

/**
 * A replayed agent mostly sends what it has sent before. Where the text of a body is the very one that is made of a recorded body, what would be recorded of it is
 * known before it is parsed and searched for secrets. Found is only what is surely the same; what is not may be the same all the same.
 */
export function recordedRequests(calls: readonly Call[]): FindRecorded {
  const texts = new PlainTexts();
  const byLength = new Map<number, RecordedCall[]>();
  for (const call of calls) {
    const length = isRequest(call) ? texts.lengthOf(call.input.body) : null;
    if (length === null) continue;
    const others = byLength.get(length);
    if (others === undefined) byLength.set(length, [call as RecordedCall]);
    else others.push(call as RecordedCall);
  }
  return ({ method, url, headers, body }) => {
    if (typeof body !== 'string' || headers.has('content-encoding')) return null;
    const call = byLength.get(body.length)?.find(({ input }) => texts.isTextOf(body, input.body));
    if (call === undefined) return null;
    const { kind, name, input } = call;
    const { pathname, search } = urlWithoutCredentials(url);
    const isSame = input.method === method && input.url === `${pathname}${search}` && isSameTable(input.headers, requestHeaders(headers));
    return isSame && modelOf(method, pathname, input.body) === name ? { kind, name, input, recorded: input } : null;
  };
}

interface RecordedCall extends Call {
  readonly input: RequestInput & JsonObject & Record<'headers' | 'body', JsonObject>;
}

/** One to a model, as this version records it: what stands for a person is one word there. */
function isRequest(call: Call): call is RecordedCall {
  const { kind, input } = call;
  if (kind !== 'model' || !isJsonObject(input) || Object.keys(input).join() !== 'method,url,headers,body') return false;
  const { headers, body } = input;
  return isJsonObject(headers) && isJsonObject(body) && withPersonalTexts(body, personalPlaces) === body;
}

function isSameTable(a: JsonObject, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.join() === Object.keys(b).join() && keys.every((key) => a[key] === b[key]);
}
