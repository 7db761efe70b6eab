/**
 * One part of a body, with one of these keys: `data` for an event of server-sent events, `line` for a line of JSON lines, `json` for a whole
 * JSON body, `text` or `bytes` for what is none of these or was cut off.
 */
export type BodyPart =
  | EventPart
  | { readonly line: unknown }
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly bytes: Uint8Array };

/** `data` and `line`: JSON if it is an object or a list, else text. */
export interface EventPart {
  readonly event?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly data: unknown;
}

/** Cuts the bytes of a body, as they come, into parts that do not depend on how the network cut them. */
export interface BodyParts {
  /** @param bytes may be kept. */
  push(bytes: Uint8Array): readonly BodyPart[];
  /** No more bytes come: what is left. */
  end(): readonly BodyPart[];
}
