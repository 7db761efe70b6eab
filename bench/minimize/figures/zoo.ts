import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Minimization, minimize, runHere } from '@stepfork/minimize';
import { check, redactClaim } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { figure } from '../../src/figure.ts';
import { recordTrunk, redactor } from '../../zoo/record-case.ts';
import { rulesOf } from '../../zoo/rules-of.ts';
import { type WorldLog, zooAgent } from '../../zoo/zoo-agent.ts';
import { readZoo, VARIANTS, type Variant, type VerdictKind, type ZooCase } from '../../zoo/zoo-case.ts';
import type { Section } from '../section.ts';

type Cells = Readonly<Record<Variant, VerdictKind>>;

interface Minimized {
  readonly id: string;
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
  for (const zooCase of readZoo(zoo)) all.push(await minimizeCase(zooCase, log));
  const failing = all.filter(({ before }) => before.buggy === 'fail');
  const isFalseRed = ({ before, after }: Minimized): boolean =>
    after !== null && (['fixed', 'alt'] as const).some((right) => before[right] !== 'fail' && after[right] === 'fail');
  const count = (is: (one: Minimized) => boolean): number => failing.filter(is).length;
  return {
    title: 'The cases of the zoo (verdicts on buggy, fixed, alt, wrong1, wrong2: pass, fail, -)',
    head: ['case', 'result', 'replays', 'steps', 'bytes', 'before', 'after'],
    rows: all.map(({ id, done, before, after }) => [id, ...rowOf(done), lettersOf(before), after === null ? '' : lettersOf(after)]),
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

async function minimizeCase(zooCase: ZooCase, log: WorldLog): Promise<Minimized> {
  const { trunk } = await recordTrunk(zooCase);
  const before = await verdicts(zooCase, trunk, log);
  const [buggy, fixed] = [await zooAgent(zooCase.folder, 'buggy', log), await zooAgent(zooCase.folder, 'fixed', log)];
  // Where the recording says what the corrected code asks, that must go on passing.
  const hasFixed = before.fixed === 'pass';
  const done = await minimize(trunk, {
    run: runHere({ buggy, ...(hasFixed && { fixed }) }, { ...rulesOf(zooCase), redactor }),
    claim: redactClaim(zooCase.claim, redactor),
    hasFixed,
    id: 'smaller',
    root: zooCase.folder,
  });
  return { id: zooCase.id, done, before, after: done.kind === 'refused' ? null : await verdicts(zooCase, done.trace, log) };
}

async function verdicts(zooCase: ZooCase, trunk: Trace, log: WorldLog): Promise<Cells> {
  const cells: Partial<Record<Variant, VerdictKind>> = {};
  for (const variant of VARIANTS) {
    const agent = await zooAgent(zooCase.folder, variant, log);
    const traces = { trunk, forks: [], sealed: true, damage: null };
    const claim = redactClaim(zooCase.claim, redactor);
    cells[variant] = (await check({ traces, agent, claim, ...rulesOf(zooCase) }, { redactor })).verdict.kind;
  }
  return cells as Cells;
}

function rowOf(done: Minimization): readonly (string | number)[] {
  if (done.kind === 'refused') return [`refused: ${done.refusal.kind}`, done.replays, '', ''];
  return [done.kind, done.counts.replays, `${done.before.steps} > ${done.after.steps}`, `${done.before.bytes} > ${done.after.bytes}`];
}

function lettersOf(cells: Cells): string {
  return VARIANTS.map((variant) => ({ pass: 'p', fail: 'f', inconclusive: '-' })[cells[variant]]).join('');
}
