import { encodeValue } from '@stepfork/trace';
import { jsonText } from '../json/json-text.ts';

/**
 * A response that says `value`: one with `status`, `headers` and `body` as they are given, anything else as the JSON body of a success. A body
 * that is a text or bytes is sent as it is where the headers say that it is no JSON.
 */
export function madeResponse(value: unknown): Response {
  const { status, headers, body } = isDescribed(value) ? value : { status: 200, headers: {}, body: value };
  const all = new Headers(headers);
  const isPlain = all.has('content-type') && !/[/+]json\b/.test(all.get('content-type') ?? '');
  if (!all.has('content-type')) all.set('content-type', 'application/json');
  if ([204, 205, 304].includes(status)) return new Response(null, { status, headers: all });
  const sent = isPlain && (typeof body === 'string' || body instanceof Uint8Array) ? body : jsonText(encodeValue(body));
  return new Response(sent, { status, headers: all });
}

interface Described {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function isDescribed(value: unknown): value is Described {
  if (typeof value !== 'object' || value === null || !('status' in value)) return false;
  const { status } = value as { readonly status: unknown };
  const others = Object.keys(value).filter((key) => !['status', 'statusText', 'headers', 'body', 'url', 'redirected'].includes(key));
  return typeof status === 'number' && status >= 200 && status <= 599 && others.length === 0;
}
