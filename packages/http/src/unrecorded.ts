/** Requests of runs that are in no trace. */
export interface UnrecordedRequests {
  readonly host: string;
  /** `side-traffic`: reports about the agent. `other-client`: sent past us, by a client that was made before our `fetch` was there, or by another library. */
  readonly why: 'side-traffic' | 'other-client';
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
  return [...noted.values()];
}
