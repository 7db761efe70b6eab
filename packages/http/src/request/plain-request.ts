/** A request, as it was handed to `fetch`, in the parts that matter here. */
export interface PlainRequest {
  readonly method: string;
  readonly url: URL;
  /** A copy. */
  readonly headers: Headers;
  /** A `Request` stands for its own body. */
  readonly body: unknown;
  readonly signal: AbortSignal | null;
}

type Arguments = Parameters<typeof globalThis.fetch>;

/** `null`: it goes nowhere by HTTP, or it is one that `fetch` will refuse. */
export function plainRequest(input: Arguments[0], init: Arguments[1]): PlainRequest | null {
  try {
    const request = input instanceof Request ? input : null;
    const url = new URL(request?.url ?? String(input));
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    return {
      method: (init?.method ?? request?.method ?? 'GET').toUpperCase(),
      url,
      headers: new Headers(init?.headers ?? request?.headers),
      body: init?.body ?? (request === null || request.body === null ? null : request),
      signal: init?.signal ?? request?.signal ?? null,
    };
  } catch {
    // `fetch` says better what is wrong with it.
    return null;
  }
}
