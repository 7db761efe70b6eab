import type { PlainRequest } from './plain-request.ts';

type Arguments = Parameters<typeof globalThis.fetch>;
type Body = Exclude<NonNullable<Arguments[1]>['body'], undefined>;

/**
 * What `fetch` was given, as it is now. The real one takes it in the tick of the call; where a body must be read before anybody knows what it says, ours
 * calls it later, and the agent may go on meanwhile with the same objects.
 */
export function heldRequest([input, init]: Arguments, { headers, body }: PlainRequest): Arguments {
  const kept: Record<string, unknown> = {};
  // With what is inherited: a `Request` may stand in the place of the options.
  for (const key in init) kept[key] = init[key as keyof typeof init];
  return [input instanceof URL ? new URL(input) : input, { ...kept, headers, body: heldBody(body) }];
}

/** A stream, a blob or a request is left to whoever reads it. */
function heldBody(body: unknown): Body {
  if (body instanceof FormData) return formOf(body);
  if (body instanceof URLSearchParams) return new URLSearchParams(body);
  if (body instanceof ArrayBuffer) return body.slice();
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  return body as Body;
}

function formOf(form: FormData): FormData {
  const held = new FormData();
  for (const [name, value] of form) held.append(name, value);
  return held;
}
