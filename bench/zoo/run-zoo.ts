// Measures the promise on a folder of small agents (contract: cases/README.md): each case is recorded on its buggy variant, exported as a
// test, and all five variants are run against the exported files without the world: by `check`, and under the real vitest.
//   npm run bench:zoo [-- --dir <folder>] [--json <file>] [--verbose]
// Settings: A = the buggy recording alone. Exit code 1 on a false green, a false red, an effect that ran, or two verdicts that disagree.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkExported } from './check-exported.ts';
import { exportCase } from './export-case.ts';
import { runExported } from './run-exported.ts';
import type { WorldLog } from './zoo-agent.ts';
import { readZoo, VARIANTS, type Variant, type ZooCase } from './zoo-case.ts';

type VerdictKind = 'pass' | 'fail' | 'inconclusive';
type Cells = Record<Variant, VerdictKind>;

const SHOULD: Readonly<Cells> = { buggy: 'fail', fixed: 'pass', alt: 'pass', wrong1: 'fail', wrong2: 'fail' };

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: { dir: { type: 'string' }, json: { type: 'string' }, verbose: { type: 'boolean', default: false } },
});
const cases = readZoo(resolve(values.dir ?? join(here, 'cases')));
// Inside this package, so that the exported tests resolve @stepfork/replay as in a user's project.
const work = join(here, '..', '.stepfork', `zoo-${process.pid}`);
mkdirSync(work, { recursive: true });

try {
  const log: WorldLog = { effects: 0, bodies: 0 };
  const table: Record<string, Cells> = {};
  const why: string[] = [];
  for (const zooCase of cases) {
    await exportCase(zooCase, work);
    const cells: Partial<Cells> = {};
    for (const variant of VARIANTS) {
      const verdict = await checkExported(zooCase, variant, work, log);
      cells[variant] = verdict.kind;
      if (verdict.kind !== SHOULD[variant]) why.push(`${zooCase.id} ${variant}: ${verdict.kind}, ${verdict.summary}`);
    }
    table[zooCase.id] = cells as Cells;
  }
  const disagreements = await disagreeWithRunner(table);
  const problems = [...problemsOf(cases, table), ...disagreements];
  if (log.effects > 0) problems.push(`${log.effects} effects ran in replays`);
  print(table, problems, values.verbose ? why : []);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ A: table, effectsRun: log.effects }, null, 2)}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The exported test files under the real runner must say what `check` says. */
async function disagreeWithRunner(table: Readonly<Record<string, Cells>>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const variant of VARIANTS) {
    const verdicts = await runExported(work, variant);
    for (const [id, cells] of Object.entries(table)) {
      if (verdicts[id] !== cells[variant])
        found.push(`${id} ${variant}: check says ${cells[variant]}, vitest says ${verdicts[id] ?? 'nothing'}`);
    }
  }
  return found;
}

function problemsOf(cases: readonly ZooCase[], table: Readonly<Record<string, Cells>>): string[] {
  const problems: string[] = [];
  for (const { id } of cases) {
    for (const variant of VARIANTS) {
      const verdict = table[id]?.[variant];
      if (verdict === 'pass' && SHOULD[variant] === 'fail') problems.push(`false green: ${id} ${variant}`);
      if (verdict === 'fail' && SHOULD[variant] === 'pass') problems.push(`false red: ${id} ${variant}`);
    }
  }
  return problems;
}

function print(table: Readonly<Record<string, Cells>>, problems: readonly string[], why: readonly string[]): void {
  const width = Math.max(4, ...Object.keys(table).map((id) => id.length));
  console.log(['case'.padEnd(width), ...VARIANTS.map((variant) => variant.padEnd(12))].join('  ').trimEnd());
  for (const [id, cells] of Object.entries(table)) {
    console.log([id.padEnd(width), ...VARIANTS.map((variant) => cells[variant].padEnd(12))].join('  ').trimEnd());
  }
  const all = Object.values(table);
  const count = (variant: Variant, kind: VerdictKind): number => all.filter((cells) => cells[variant] === kind).length;
  const right = all.flatMap((cells) => VARIANTS.filter((variant) => cells[variant] === SHOULD[variant])).length;
  const open = all.flatMap((cells) => VARIANTS.filter((variant) => cells[variant] === 'inconclusive')).length;
  console.log(
    `\nsetting A: ${right} of ${all.length * VARIANTS.length} cells right, ${open} inconclusive; buggy fails in ${count('buggy', 'fail')}, fixed passes in ${count('fixed', 'pass')} of ${all.length}`,
  );
  for (const line of why) console.log(`  ${line}`);
  console.log(problems.length === 0 ? 'no false green, no false red, no effect ran' : problems.map((one) => `! ${one}`).join('\n'));
}
