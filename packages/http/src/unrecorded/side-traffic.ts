import { decompressed } from '../body/decompressed.ts';
import type { PlainRequest } from '../request/plain-request.ts';

/** What sends reports about an agent, and is no part of it: never recorded, and never sent in a replay. */
export function isSideTraffic({ method, url, headers, body }: PlainRequest): boolean {
  const { hostname, pathname } = url;
  const isLangSmith = /(?:^|\.)(?:smith\.langchain|langsmith)\.com$/.test(hostname);
  // What else is read there, such as a prompt, the agent works with.
  if (method === 'GET') return isLangSmith && /\/info$/.test(pathname);
  if (method !== 'POST' && method !== 'PATCH') return false;
  if (isLangSmith && langSmith.test(pathname)) return true;
  if (reports.some((path) => path.test(pathname))) return true;
  return openTelemetry.test(pathname) && isOpenTelemetry(headers, body);
}

const langSmith = /\/(?:runs(?:\/[\da-f-]{36})?|sessions|feedback|otel\/v1\/traces)$/;
/** OpenAI's trace ingest; LangSmith, also behind another host; Langfuse; Sentry. */
const reports: readonly RegExp[] = [
  /\/traces\/ingest$/,
  /^(?:\/api)?(?:\/v\d+)?\/runs\/(?:multipart|batch)$/,
  /\/api\/public\/(?:ingestion|otel\/v1\/traces)$/,
  /\/api\/\d+\/envelope\/$/,
];
const openTelemetry = /\/v1\/(?:traces|metrics|logs)$/;

/** Others write logs at such a path, too. */
function isOpenTelemetry(headers: Headers, body: unknown): boolean {
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('application/x-protobuf')) return true;
  if (!type.startsWith('application/json')) return false;
  const said = decompressed(body, headers.get('content-encoding'));
  const text = said instanceof Uint8Array ? new TextDecoder().decode(said) : said;
  // A stream is not read for it.
  return typeof text !== 'string' || /"resource(?:Spans|Metrics|Logs)"/.test(text);
}
