/** An answer of `doStream`. */
export interface StreamAnswer {
  readonly stream: ReadableStream<unknown>;
  readonly [field: string]: unknown;
}

/** A part of a stream, as far as we look at it. */
export interface StreamPart {
  readonly type: string;
  readonly error?: unknown;
}
