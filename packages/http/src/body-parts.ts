import { mediaType } from './media-type.ts';
import { eventParts } from './parts/event-parts.ts';
import { jsonParts } from './parts/json-parts.ts';
import { lineParts } from './parts/line-parts.ts';
import { rawParts } from './parts/raw-parts.ts';

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
  push(bytes: Uint8Array): readonly BodyPart[];
  /** No more bytes come: what is left. */
  end(): readonly BodyPart[];
}

export function bodyParts(contentType: string | null): BodyParts {
  const type = mediaType(contentType ?? '');
  if (type === 'text/event-stream') return eventParts();
  if (lines.has(type)) return lineParts();
  if (/^[^/]+\/(?:[^/]+\+)?json$/.test(type)) return jsonParts();
  return rawParts(isText(type) && isUnicode(contentType ?? ''));
}

const lines: ReadonlySet<string> = new Set(['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines']);

function isText(type: string): boolean {
  return type.startsWith('text/') || /^application\/(?:.+\+)?(?:xml|javascript|x-www-form-urlencoded|graphql|yaml|toml)$/.test(type);
}

function isUnicode(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]?.toLowerCase();
  return charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii';
}
