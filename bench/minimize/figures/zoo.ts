import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Minimization, minimize, runHere } from '@stepfork/minimize';
import { check, redactClaim } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { figure } from '../../src/figure.ts';
import { withForked } from '../../zoo/fork-exported.ts';
import { recordTrunk, redactor, withFixed } from '../../zoo/record-case.ts';
import { rulesOf } from '../../zoo/rules-of.ts';
import { type WorldLog, zooAgent } from '../../zoo/zoo-agent.ts';
import { readZoo, VARIANTS, type Variant, type VerdictKind, type ZooCase } from '../../zoo/zoo-case.ts';
import type { Section } from '../section.ts';

type Cells = Readonly<Record<Variant, VerdictKind>>;

/** A: the buggy recording alone; C: and a run of the fixed code, and what each variant asks beyond these is forked on demand. */
type Setting = 'A' | 'C';

interface Minimized {
  readonly id: string;
  readonly setting: Setting;
  readonly done: Minimization;
  readonly before: Cells;
  /** `null`: refused. */
  readonly after: Cells | null;
}

const zoo = join(fileURLToPath(new URL('.', import.meta.url)), '..', '..', 'zoo', 'cases');

/** The cases of the zoo, minimized and judged again on all variants: what a test said of right and wrong code, the smaller one says too. */
export async function zooFigures(): Promise<Section> {
  const log: WorldLog = { effects: 0, bodies: 0 };
  const all: Minimized[] = [];
  for (const zooCase of readZoo(zoo)) for (const setting of ['A', 'C'] as const) all.push(await minimizeCase(zooCase, setting, log));
  const failing = all.filter(({ before }) => before.buggy === 'fail');
  const isFalseRed = ({ before, after }: Minimized): boolean =>
    after !== null && (['fixed', 'alt'] as const).some((right) => before[right] !== 'fail' && after[right] === 'fail');
  const count = (is: (one: Minimized) => boolean): number => failing.filter(is).length;
  return {
    title: 'The cases of the zoo (verdicts on buggy, fixed, alt, wrong1, wrong2: pass, fail, -)',
    head: ['case', '', 'result', 'replays', 'steps', 'bytes', 'forks', 'before', 'after'],
    rows: all.map(({ id, setting, done, before, after }) => [
      id,
      setting,
      ...rowOf(done),
      lettersOf(before),
      after === null ? '' : lettersOf(after),
    ]),
    figures: [
      figure(
        'zoo-refused',
        count(({ done }) => done.kind === 'refused'),
        0,
        `failing cases neither reduced nor minimal already, of ${failing.length}`,
      ),
      figure(
        'zoo-not-red',
        count(({ after }) => after !== null && after.buggy !== 'fail'),
        0,
        'reduced cases that do not fail on the buggy code',
      ),
      figure(
        'zoo-false-green',
        count(({ after }) => after !== null && (after.wrong1 === 'pass' || after.wrong2 === 'pass')),
        0,
        'reduced cases that pass on wrong code',
      ),
      figure(
        'zoo-not-green',
        count(({ before, after }) => after !== null && before.fixed === 'pass' && after.fixed !== 'pass'),
        0,
        `reduced cases that do not pass on the fixed code, where they did before; ${count(isFalseRed)} now fail on right code that nobody gave`,
      ),
      figure('zoo-effects', log.effects, 0, 'effects that ran'),
    ],
  };
}

async function minimizeCase(zooCase: ZooCase, setting: Setting, log: WorldLog): Promise<Minimized> {
  const alone = await recordTrunk(zooCase);
  const traces = setting === 'A' ? alone : await withFixed(zooCase, alone);
  const before = await verdicts(zooCase, traces, setting, log);
  const [buggy, fixed] = [await zooAgent(zooCase.folder, 'buggy', log), await zooAgent(zooCase.folder, 'fixed', log)];
  // Where a recording says what the corrected code asks, that must go on passing.
  const hasFixed = before.fixed === 'pass';
  const done = await minimize(traces.trunk, {
    run: runHere({ buggy, ...(hasFixed && { fixed }) }, { ...rulesOf(zooCase), redactor }),
    forks: traces.forks,
    claim: redactClaim(zooCase.claim, redactor),
    hasFixed,
    root: zooCase.folder,
  });
  const smaller = done.kind === 'refused' ? null : { ...traces, trunk: done.trace, forks: done.forks };
  return { id: zooCase.id, setting, done, before, after: smaller && (await verdicts(zooCase, smaller, setting, log)) };
}

async function verdicts(zooCase: ZooCase, recorded: TraceFile, setting: Setting, log: WorldLog): Promise<Cells> {
  const cells: Partial<Record<Variant, VerdictKind>> = {};
  const claim = redactClaim(zooCase.claim, redactor);
  for (const variant of VARIANTS) {
    const traces = setting === 'A' ? recorded : await withForked(zooCase, variant, recorded, log);
    const agent = await zooAgent(zooCase.folder, variant, log);
    cells[variant] = (await check({ traces, agent, claim, ...rulesOf(zooCase) }, { redactor })).verdict.kind;
  }
  return cells as Cells;
}

function rowOf(done: Minimization): readonly (string | number)[] {
  if (done.kind === 'refused') return [`refused: ${done.refusal.kind}`, done.replays, '', '', ''];
  return [
    done.kind,
    done.counts.replays,
    `${done.before.steps} > ${done.after.steps}`,
    `${done.before.bytes} > ${done.after.bytes}`,
    done.forks.length,
  ];
}

function lettersOf(cells: Cells): string {
  return VARIANTS.map((variant) => ({ pass: 'p', fail: 'f', inconclusive: '-' })[cells[variant]]).join('');
}
