import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { readTraceFile } from '../src/file.ts';
import { readTrace } from '../src/reading/read-trace.ts';
import { writeTrace } from '../src/writing/write-trace.ts';

it('the root entry is bundled for a browser, where it writes and reads a trace', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, '..', 'src', 'index.ts')],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'trace',
    write: false,
    metafile: true,
    minify: true,
  });
  const code = outputFiles[0]?.text ?? '';
  expect(code).not.toMatch(/["'`]node:/);
  expect(Object.keys(metafile.inputs).filter((name) => /node-index|(^|\/)src\/node\//.test(name))).toEqual([]);
  const fixture = await readTraceFile(join(import.meta.dirname, '..', 'conformance', 'files', 'v1.sftrace.jsonl'));
  const compact = await writeTrace(fixture, 'packed');
  // What a browser has and Node's global object brings along, and nothing else: no Buffer, no process.
  const page = { TextEncoder, TextDecoder, Uint8Array, crypto, atob, btoa, console, URL, compact, done: undefined as unknown };
  runInNewContext(
    `${code}
    globalThis.done = (async () => {
      const writer = trace.createTraceWriter();
      const run = { id: 'r', agent: null, input: trace.encodeValue(new Uint8Array(3)), startedAt: '', git: null, versions: {}, policies: {}, redaction: null };
      writer.append({ type: 'run-start', run });
      writer.append({ type: 'run-end', outcome: { kind: 'returned', value: 'é'.repeat(100) }, atMs: 1 });
      const file = { trunk: writer.trace(), forks: [], sealed: false, damage: null };
      const text = await trace.writeTrace(file, 'text');
      const packed = await trace.writeTrace(await trace.readTrace(text), 'packed');
      return { packed, read: JSON.stringify(await trace.readTrace(packed)), compact: JSON.stringify(await trace.readTrace(compact)) };
    })();`,
    page,
  );
  const { packed, read, ...done } = (await page.done) as { packed: Uint8Array; read: string; compact: string };
  expect(done.compact).toBe(JSON.stringify(fixture));
  expect(JSON.parse(read)).toMatchObject({ sealed: true, trunk: { outcome: { value: 'é'.repeat(100) } } });
  expect(JSON.stringify(await readTrace(Uint8Array.from(packed)))).toBe(read);
});
