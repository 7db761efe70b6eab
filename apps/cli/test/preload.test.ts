import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const dist = new URL('../dist/', import.meta.url);
const imported = /(?:^|[\s;}])(?:import|export)\s*(?:[\w*${},\s]*?\sfrom\s*)?\(?\s*["']([^"'\n]+)["']/gm;

/** What a built module imports that is not ours, itself and through the files of ours that it imports. */
function packagesOf(entry: URL, skip: readonly string[] = []): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: URL): void => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
      if (skip.includes(name)) continue;
      if (name.startsWith('.')) visit(new URL(name, file));
      else if (!name.startsWith('node:')) found.add(name);
    }
  };
  visit(entry);
  return found;
}

test.each(['record-preload.cjs', 'record-process.cjs'])(
  '%s, which a process that is recorded loads, is whole: it asks for nothing but what Node brings',
  (name) => {
    const text = readFileSync(new URL(`program/${name}`, dist), 'utf8');
    const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, asked]) => asked);
    expect(required).toContain('node:fs');
    expect(required.filter((asked) => asked?.startsWith('node:') !== true)).toEqual([]);
  },
);

test('neither zod nor a loader is in it', () => {
  const licences = readFileSync(new URL('program/record-process.licenses.txt', dist), 'utf8');
  const packages = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+ \(\S+\)$/gm)].map(([, name]) => name);
  expect(packages).toContain('msgpackr');
  for (const name of ['zod', 'tsx', 'esbuild', 'get-tsconfig']) expect(packages).not.toContain(name);
});

test('in the thread in which Node asks hooks of modules nothing is recorded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-preload-'));
  try {
    writeFileSync(
      join(folder, 'order.json'),
      JSON.stringify({ mode: 'record', command: [], keyFile: null, startedBy: process.pid, redact: false }),
    );
    const hooks = "import { register } from 'node:module'; register('data:text/javascript,'); await import('node:fs');";
    const args = ['--require', fileURLToPath(new URL('program/record-preload.cjs', dist)), '--input-type=module', '-e', hooks];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, STEPFORK_PROGRAM: folder } });
    expect([status, stderr]).toEqual([0, '']);
    expect(readdirSync(folder).filter((file) => file.endsWith('.sftrace'))).toEqual([expect.stringMatching(/-0\.sftrace$/)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('inspect loads nothing that runs code before code is to be asked', () => {
  const inspect = new URL('commands/inspect.js', dist);
  const ofOurs = (skip: readonly string[]): string[] => [...packagesOf(inspect, skip)].filter((name) => name.startsWith('@stepfork/'));
  expect(ofOurs(['../staleness/ask-code.js', './ask-code.js']).sort()).toEqual([
    '@stepfork/http/sdks',
    '@stepfork/replay/recorded',
    '@stepfork/trace/file',
  ]);
  expect(ofOurs([])).toContain('@stepfork/replay');
});
