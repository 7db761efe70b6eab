import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import nock from 'nock';

export async function record({ folder, talk }) {
  nock.recorder.rec({ output_objects: true, dont_print: true });
  try {
    const read = await talk({});
    writeFileSync(join(folder, 'nock.json'), JSON.stringify(nock.recorder.play()));
    return read;
  } finally {
    nock.restore();
    nock.recorder.clear();
  }
}

export async function replay({ folder, talk }) {
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  try {
    nock.define(JSON.parse(readFileSync(join(folder, 'nock.json'), 'utf8')));
    return await talk({});
  } finally {
    nock.cleanAll();
    nock.restore();
  }
}
