import FetchAdapter from '@pollyjs/adapter-fetch';
import { Polly } from '@pollyjs/core';
import FsPersister from '@pollyjs/persister-fs';

Polly.register(FetchAdapter);
Polly.register(FsPersister);

export function record(session) {
  return within(session, { mode: 'record' });
}

export function replay(session) {
  return within(session, { mode: 'replay', recordIfMissing: false });
}

async function within({ folder, talk }, options) {
  const polly = new Polly('bench', {
    adapters: ['fetch'],
    persister: 'fs',
    persisterOptions: { fs: { recordingsDir: folder } },
    logLevel: 'silent',
    ...options,
  });
  try {
    return await talk({});
  } finally {
    await polly.stop();
  }
}
