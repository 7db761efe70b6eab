/** Requests of runs that are in no trace, and connections. */
export interface UnrecordedRequests {
  readonly host: string;
  /**
   * `side-traffic`: reports about the agent. `other-client`: sent past us, by a client that was made before our `fetch` was there, or by another library.
   * `socket`: a connection of which nothing more is known, as those of HTTP/2 and of databases.
   */
  readonly why: 'side-traffic' | 'other-client' | 'socket';
  readonly count: number;
}

const noted = new Map<string, UnrecordedRequests>();

export function noteUnrecorded(host: string, why: UnrecordedRequests['why']): void {
  const key = `${why} ${host}`;
  // The library below tells of side traffic too.
  if (why === 'other-client' && noted.has(`side-traffic ${host}`)) return;
  noted.set(key, { host, why, count: (noted.get(key)?.count ?? 0) + 1 });
}

/** All of them, in this process, so far. */
export function unrecordedRequests(): readonly UnrecordedRequests[] {
  const all = [...noted.values()];
  const named = new Set(all.flatMap(({ host, why }) => (why === 'socket' ? [] : [host, `${host}:443`, `${host}:80`])));
  return all.filter(({ host, why }) => why !== 'socket' || !named.has(host));
}
