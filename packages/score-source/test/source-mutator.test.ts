import { expect, it } from 'vitest';
import { sourceMutator } from '../src/source-mutator.ts';

const text = `import { add } from './add.ts';

/** Adds them up. */
export function total(items: readonly number[]): number {
  let sum: number = 0;
  for (const item of items) if (item > 0) sum = add(sum, item);
  return sum;
}
`;

interface Switch {
  activeMutant: string | undefined;
  hitCount: number;
  hitLimit: number;
  mutantCoverage?: { readonly static: Readonly<Record<string, number>> };
}

const { instrument, revertParts } = sourceMutator;

it('every edit says where it stands and what stood there', async () => {
  const { edits } = await instrument([{ path: 'src/total.ts', text }]);
  const lines = text.split('\n');
  expect(edits.length).toBeGreaterThan(3);
  for (const { start, end, original } of edits) {
    if (start.line !== end.line) continue;
    expect(lines[start.line - 1]?.slice(start.column - 1, end.column - 1)).toBe(original);
  }
  expect(edits.find(({ replacement }) => replacement === 'item >= 0')).toMatchObject({
    path: 'src/total.ts',
    mutator: 'EqualityOperator',
    start: { line: 6 },
    original: 'item > 0',
    ignored: null,
  });
});

it('an instrumented text does what it did until an edit is switched on, counts what it reaches, and stops one that never ends', async () => {
  const loop = 'globalThis.loop = (n) => { let i = 0; while (i < n) { i += 1; } return i; };\n';
  const { texts, edits } = await instrument([{ path: 'loop.js', text: loop }]);
  const state: Switch = { activeMutant: '', hitCount: 0, hitLimit: 10 };
  const scope = globalThis as unknown as { __stryker__?: Switch; loop: (n: number) => number };
  scope.__stryker__ = state;
  // biome-ignore lint/security/noGlobalEval: a text is loaded, outside of this function.
  const load = eval;
  load(texts[0]?.text ?? '');
  expect(scope.loop(3)).toBe(3);
  const endless = edits.find(({ replacement }) => replacement === 'i -= 1');
  expect(state.mutantCoverage?.static[endless?.switchId ?? '']).toBe(3);
  state.activeMutant = endless?.switchId;
  expect(() => scope.loop(3)).toThrow();
  expect(state.hitCount).toBeGreaterThan(10);
  delete scope.__stryker__;
});

it('what a comment switches off is made and not to be run', async () => {
  const { edits } = await instrument([{ path: 'a.js', text: '// Stryker disable next-line all: a log line\nconsole.log("x" + "y");\n' }]);
  expect(edits.map(({ ignored }) => ignored)).toEqual(edits.map(() => 'a log line'));
  expect(edits.length).toBeGreaterThan(0);
});

it('a text that cannot be parsed is refused by its name', async () => {
  await expect(instrument([{ path: 'src/broken.ts', text: 'const = 1;' }])).rejects.toThrow(/src\/broken\.ts/);
});

const buggy = 'const cents = sum / 100;\nsend(cents);\nlog("done");\nreturn { cents };\n';
const fixed = 'const cents = sum;\nsend(cents);\nlog("done");\nreturn { cents, ok: true };\n';

it('each part of a correction is taken back alone', () => {
  expect(revertParts({ path: 'a.js', text: fixed }, buggy)).toEqual([
    expect.objectContaining({
      path: 'a.js',
      start: { line: 1, column: 1 },
      end: { line: 1, column: 19 },
      original: 'const cents = sum;\n',
      replacement: 'const cents = sum / 100;\n',
      text: buggy.replace('{ cents }', '{ cents, ok: true }'),
    }),
    expect.objectContaining({ start: { line: 4, column: 1 }, text: fixed.replace('{ cents, ok: true }', '{ cents }') }),
  ]);
});

it('lines that were only added or only removed are parts too; texts that are the same have none', () => {
  expect(revertParts({ path: 'a.js', text: 'a\nb\nc' }, 'b\nc\nd').map(({ text: one }) => one)).toEqual(['b\nc', 'a\nb\nc\nd']);
  expect(revertParts({ path: 'a.js', text: 'a\n' }, 'a\n')).toEqual([]);
});
