import { headerKind } from '@stepfork/interceptor';

type HeaderTable = Readonly<Record<string, string>>;

/** The headers that are recorded as those of the answer. */
export function responseHeaders(headers: Headers): HeaderTable {
  return recordedHeaders(headers).listed;
}

/** What is recorded of the headers; `byName`: the agent may ask for it by its name. */
export function recordedHeaders(headers: Headers): { readonly listed: HeaderTable; readonly byName: HeaderTable } {
  const listed: [string, string][] = [];
  const byName: [string, string][] = [];
  // Whether they list all or not: see `listedHeaders`.
  for (const header of Headers.prototype.entries.call(headers)) {
    const kind = headerKind(header[0]);
    if (kind === 'listed') listed.push(header);
    else if (kind === 'by-name') byName.push(header);
  }
  return { listed: Object.fromEntries(listed), byName: Object.fromEntries(byName) };
}
