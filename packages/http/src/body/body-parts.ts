import type { BodyParts } from '../parts/body-part.ts';
import { eventParts } from '../parts/event-parts.ts';
import { jsonParts } from '../parts/json-parts.ts';
import { lineParts } from '../parts/line-parts.ts';
import { rawParts } from '../parts/raw-parts.ts';
import { mediaType } from './media-type.ts';

/** Cuts the bytes of a body of this content type. */
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
