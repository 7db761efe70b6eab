import { readFileSync } from 'node:fs';
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

test('a process that is recorded loads no package of others, neither zod nor a loader, before the program', () => {
  const preload = new URL('program/preload.js', dist);
  expect(packagesOf(preload, ['./replay-process.js'])).toEqual(new Set());
  // It looks where packages would be found.
  expect(packagesOf(preload)).toContain('@stepfork/replay');
});

test('nor are they inside the one file of the recorder', () => {
  const licences = readFileSync(new URL('program/record-process.licenses.txt', dist), 'utf8');
  const packages = [...licences.matchAll(/^(\S+) \d+\.\d+\.\d+ \(\S+\)$/gm)].map(([, name]) => name);
  expect(packages).toContain('msgpackr');
  for (const name of ['zod', 'tsx', 'esbuild', 'get-tsconfig']) expect(packages).not.toContain(name);
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
