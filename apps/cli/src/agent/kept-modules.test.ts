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

const asked = { specifier: './agent.mjs', parentURL: url };

it('what was not found is looked for again', async () => {
  const kept = keepModules();
  const gone = (): never => {
    throw new Error('not found');
  };
  await expect(kept.resolved('./agent.mjs', asked, gone)).rejects.toThrow('not found');
  expect(await kept.resolved('./agent.mjs', asked, () => ({ url }))).toEqual({ url, shortCircuit: true });
  expect(await kept.resolved('./agent.mjs', asked, gone)).toEqual({ url, shortCircuit: true });
});

it.each([
  ['./agent.mjs', 'agent.mjs', 1],
  ['./agent', 'agent.ts', 1],
  ['./agent.js', 'agent.ts', 1],
  ['./order.service', 'order.service.ts', 1],
  ['./tools', 'tools/index.ts', 1],
  ['#tools', 'tools/index.ts', 1],
  ['./my%20agent.mjs', 'my%20agent.mjs', 1],
  ['./agent.mjs', 'agent.v2.mjs', 2],
  ['./agent.mjs', 'other.mjs', 2],
  ['./current/agent.mjs', 'v2/agent.mjs', 2],
  ['./tools', 'tools-2/index.ts', 2],
])('where %s leads to %s, it is looked for %i times: a link may be turned', async (specifier, place, times) => {
  const kept = keepModules();
  let looks = 0;
  const resolve = () => {
    looks += 1;
    return { url: new URL(place, url).href };
  };
  for (let time = 0; time < 2; time += 1) await kept.resolved(specifier, { specifier, parentURL: url }, resolve);
  expect(looks).toBe(times);
});
