import { join } from 'node:path';
import { fetch, SnapshotAgent } from 'undici';

export function record(session) {
  return within(session, { mode: 'record', maxSnapshots: Number.POSITIVE_INFINITY });
}

export function replay(session) {
  return within(session, { mode: 'playback' });
}

async function within({ folder, talk }, options) {
  const dispatcher = new SnapshotAgent({ snapshotPath: join(folder, 'snapshots.json'), ...options });
  try {
    const read = await talk({ fetch: (url, init) => fetch(url, { ...init, dispatcher }) });
    if (options.mode === 'record') await dispatcher.saveSnapshots();
    return read;
  } finally {
    await dispatcher.close();
  }
}
