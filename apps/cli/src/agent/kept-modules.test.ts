import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { keepModules } from './kept-modules.ts';

const folder = mkdtempSync(join(tmpdir(), 'stepfork-kept-'));
const file = join(folder, 'agent.mjs');
const url = pathToFileURL(file).href;

afterAll(() => rmSync(folder, { recursive: true }));

it('a file is read once for all runs, and once more when it is another', async () => {
  const kept = keepModules();
  let reads = 0;
  const load = async (): Promise<unknown> => {
    const { source } = await kept.loaded(url, url, () => {
      reads += 1;
      return { format: 'module', source: `read ${reads}` };
    });
    return source;
  };
  writeFileSync(file, 'one');
  expect([await load(), await load()]).toEqual(['read 1', 'read 1']);
  writeFileSync(file, 'three');
  expect([await load(), await load()]).toEqual(['read 2', 'read 2']);
  rmSync(file);
  expect([await load(), await load()]).toEqual(['read 3', 'read 4']);
});

it('bytes stay here, though each who asks takes his with him', async () => {
  const kept = keepModules();
  writeFileSync(file, 'one');
  for (let time = 0; time < 3; time += 1) {
    const { source } = await kept.loaded(url, url, () => ({ format: 'module', source: new TextEncoder().encode('one') }));
    if (!(source instanceof Uint8Array)) throw new Error('no bytes were given');
    expect(new TextDecoder().decode(source)).toBe('one');
    structuredClone(source, { transfer: [source.buffer as ArrayBuffer] });
  }
});

it('what was not found is looked for again', async () => {
  const kept = keepModules();
  const gone = (): never => {
    throw new Error('not found');
  };
  await expect(kept.resolved('./agent.mjs', gone)).rejects.toThrow('not found');
  expect(await kept.resolved('./agent.mjs', () => ({ url }))).toEqual({ url, shortCircuit: true });
  expect(await kept.resolved('./agent.mjs', gone)).toEqual({ url, shortCircuit: true });
});
