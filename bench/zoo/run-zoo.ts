// Measures the promise on a folder of small agents (contract: cases/README.md): each case is recorded on its buggy variant and exported as a
// test, and all five variants are run against the exported files without the world: by `check`, and under the real vitest.
//   npm run bench:zoo [-- --dir <folder>] [--json <file>] [--case <part of a name>] [--verbose]
// Settings: A = the buggy recording alone; B = and a run of the fixed code, attached as a fork; C = and what no recording answers, forked on
// demand for each variant alone; strict = one strict cursor over the buggy recording. Exit code 1 on a false green, a false red, an effect that
// ran, two verdicts that disagree, and on the cases of this repository a bar that is missed.
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Measured, measureCase, SETTINGS, type Setting, targetOf } from './measure-case.ts';
import { lettersOf, tableText } from './print-table.ts';
import { createProgress } from './progress.ts';
import { runExported } from './run-exported.ts';
import { lies, missedBars, tally } from './tally.ts';
import type { WorldLog } from './zoo-agent.ts';
import { type Cells, expected, readZoo, VARIANTS } from './zoo-case.ts';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    json: { type: 'string' },
    case: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
  },
});
const cases = readZoo(resolve(values.dir ?? join(here, 'cases'))).filter(({ id }) => id.includes(values.case));
// Inside this package, so that the exported tests resolve @stepfork/replay as in a user's project.
const work = join(here, '..', '.stepfork', `zoo-${process.pid}`);
mkdirSync(work, { recursive: true });

try {
  const log: WorldLog = { effects: 0, bodies: 0 };
  const progress = createProgress(process.stderr);
  const measured: Record<string, Measured> = {};
  for (const [at, zooCase] of cases.entries()) {
    progress.at(`${at + 1}/${cases.length} ${zooCase.id}`);
    const one = await measureCase(zooCase, work, log);
    measured[zooCase.id] = one;
    progress.done(`${zooCase.id}  ${SETTINGS.map((setting) => `${setting} ${lettersOf(one.cells[setting])}`).join('  ')}`);
  }
  progress.at(`the exported tests of ${cases.length} cases under vitest`);
  const disagreements = await disagreeWithRunner(measured);
  progress.end();

  const tables = bySetting((setting) => tableOf(measured, setting));
  const tallies = bySetting((setting) => tally(cases, tables[setting]));
  const problems = [...SETTINGS.flatMap((setting) => lies(setting, tallies[setting])), ...disagreements];
  if (values.dir === undefined && values.case === '') problems.push(...missedBars(tallies));
  if (log.effects > 0) problems.push(`${log.effects} effects ran in replays`);

  console.log(
    tableText(
      cases.map(({ id }) => id),
      tables,
      tallies,
    ),
  );
  for (const line of values.verbose ? reasons(measured) : []) console.log(`  ${line}`);
  console.log(`effects run: ${log.effects}`);
  for (const problem of problems) console.log(`! ${problem}`);
  if (values.json !== undefined) {
    const result = { measured: new Date().toISOString().slice(0, 10), ...tables, effectsRun: log.effects };
    writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  }
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The exported test files under the real runner must say what `check` says. */
async function disagreeWithRunner(all: Readonly<Record<string, Measured>>): Promise<readonly string[]> {
  const folder = realpathSync(work);
  const verdicts = {
    // As vitest runs tests if nobody says otherwise; the rest with shared modules, as in large suites, which costs a tenth.
    ...(await runExported(folder, ['A'], { isolate: true })),
    ...(await runExported(folder, ['B', 'C'], { isolate: false })),
  };
  return Object.entries(all).flatMap(([id, { cells }]) =>
    (['A', 'B', 'C'] as const).flatMap((setting) =>
      VARIANTS.flatMap((variant) => {
        const said = verdicts[targetOf('', setting, variant, id).replaceAll('\\', '/')] ?? 'nothing';
        const checked = cells[setting][variant];
        return said === checked ? [] : [`${setting} ${id} ${variant}: check says ${checked}, vitest says ${said}`];
      }),
    ),
  );
}

/** Why each verdict that is not the right one was given. */
function reasons(all: Readonly<Record<string, Measured>>): readonly string[] {
  return SETTINGS.flatMap((setting) =>
    cases.flatMap((zooCase) =>
      VARIANTS.filter((variant) => all[zooCase.id]?.cells[setting][variant] !== expected(zooCase, variant)).map(
        (variant) => `${setting} ${zooCase.id} ${variant}: ${all[zooCase.id]?.why[setting][variant]}`,
      ),
    ),
  );
}

function tableOf(all: Readonly<Record<string, Measured>>, setting: Setting): Readonly<Record<string, Cells>> {
  return Object.fromEntries(Object.entries(all).map(([id, { cells }]) => [id, cells[setting]]));
}

function bySetting<T>(value: (setting: Setting) => T): Record<Setting, T> {
  return Object.fromEntries(SETTINGS.map((setting) => [setting, value(setting)])) as Record<Setting, T>;
}
