/** The body must be read, once, before anybody knows what it says. */
export function isStreamed(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return body instanceof Request || body instanceof ReadableStream || Symbol.asyncIterator in body;
}

/** The bytes of such a body, to be sent in its place. */
export async function readBody(body: unknown): Promise<Uint8Array> {
  const whole = body instanceof Request ? body : new Response(body as ReadableStream);
  return new Uint8Array(await whole.arrayBuffer());
}
