/** What sends reports about an agent, and is no part of it: never recorded, and never sent in a replay. */
export function isSideTraffic({
  method,
  url,
  headers,
}: {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}): boolean {
  const { host, pathname } = url;
  if (/(?:^|\.)(?:langsmith|langchain)\.com(?::\d+)?$/.test(host)) return true;
  if (method !== 'POST' && method !== 'PATCH') return false;
  if (reports.some((path) => path.test(pathname))) return true;
  const type = headers.get('content-type') ?? '';
  return openTelemetry.test(pathname) && /^application\/(?:json|x-protobuf)/.test(type);
}

/** OpenAI's trace ingest; LangSmith, also behind another host; Langfuse; Sentry. */
const reports: readonly RegExp[] = [
  /\/traces\/ingest$/,
  /^(?:\/api)?(?:\/v\d+)?\/runs\/(?:multipart|batch)$/,
  /\/api\/public\/(?:ingestion|otel\/v1\/traces)$/,
  /\/api\/\d+\/envelope\/$/,
];
const openTelemetry = /\/v1\/(?:traces|metrics|logs)$/;
