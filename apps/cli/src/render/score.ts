import { type Claim, type CommandContext, waysOn } from '@stepfork/replay';
import { answerPlace } from '@stepfork/replay/recorded';
import { type MutantResult, type Pin, placeText, type Score, type ScoreVerdict, type TestEnd } from '@stepfork/score';
import type { RunCounts } from '../scoring/remember-runs.ts';
import type { Style } from '../terminal/style.ts';
import { counted } from './counted.ts';
import { printable } from './printable.ts';
import { showJsonFully } from './show-json.ts';
import { verdictLines } from './verdict.ts';

/** What was scored, as people read it. */
export interface Scored {
  readonly reference: string;
  /** `null`: no code with the bug is known. */
  readonly buggy: string | null;
  readonly runs: RunCounts;
  /** For the commands that a message prints. */
  readonly test: { readonly file: string; readonly agent: string | null; readonly rules: readonly string[] };
}

/** The word, the controls, the table of pins, then what survived. */
export function renderScore(
  score: Score,
  { scored, suggestion }: { readonly scored: Scored; readonly suggestion: Claim | null },
  style: Style,
): string {
  const { verdict, controls, pins, mutants, pinnedTo, needsForkWhen, rejectsByDivergenceOnly } = score;
  const shown = pins.slice(0, mostShown);
  return [
    `${colourOf(score, style)(style.bold(verdict))}${suffix(score)}: ${meaning[verdict]}`,
    ...(score.isClaimed
      ? [
          'right code: none is known; what it would do is taken from the claim',
          `code with the bug (${scored.reference}): ${endLine(controls.reference)}`,
        ]
      : [`right code (${scored.reference}): ${endLine(controls.reference)}`]),
    ...(controls.copy === null || (controls.copy.kind === 'judged' && controls.copy.verdict.kind === 'pass')
      ? []
      : [`the same once more: ${endLine(controls.copy)}`]),
    ...(scored.buggy === null
      ? []
      : [`code with the bug (${scored.buggy}): ${controls.buggy === null ? 'not run' : endLine(controls.buggy)}`]),
    recordingLine(score),
    ...(rejectsByDivergenceOnly ? [style.yellow('the bug is rejected by divergence only, never by the claim')] : []),
    ...(pins.length === 0 ? [] : ['', style.bold('what the test is pinned to'), ...shown.map((pin) => pinLine(pin, style))]),
    ...(pins.length > shown.length ? [`  … and ${pins.length - shown.length} more: --json`] : []),
    ...section(style.bold('fails on what is right, or cannot execute it'), pinnedTo),
    ...survivors(mutants, style),
    ...needsForkWhen.map((what) => style.dim(`needs a fork when ${printable(what)}`)),
    ...(mutants.length === 0 ? [] : ['', style.dim(counts(mutants, scored.runs))]),
    ...(suggestion === null ? [] : ['', 'the claim with what it misses put in, for review:', showJsonFully(suggestion as never)]),
  ].join('\n');
}

/** What to type now. */
export function renderNextAfterScore(
  { verdict, controls, isClaimed }: Score,
  { context, again, canSuggest }: { readonly context: CommandContext; readonly again: string; readonly canSuggest: boolean },
): string {
  const { reference } = controls;
  const stop = reference.kind === 'judged' && reference.verdict.kind === 'inconclusive' ? reference.verdict : null;
  return [
    ...(stop === null ? [] : ['Ways on:', ...waysOn(stop, context).map((way) => `- ${way}`)]),
    ...(verdict === 'red-baseline' ? ['The code is not corrected, or the claim is wrong: name corrected code with --fixed.'] : []),
    ...(isClaimed ? ['Whether code can pass it is shown by corrected code: --fixed.'] : []),
    ...(canSuggest ? [`The claim with what it misses put in: ${again} --suggest`] : []),
    ...(verdict === 'claim-pinned' ? [] : [`Again: ${again}`]),
  ].join('\n');
}

const mostShown = 60;

function colourOf({ verdict, isClaimed }: Score, style: Style): Style['red'] {
  if (verdict === 'claim-pinned') return isClaimed ? style.yellow : style.green;
  return verdict.startsWith('not-') ? style.yellow : style.red;
}

function suffix({ assertionsOnly, isClaimed }: Score): string {
  if (isClaimed) return ' (assertions only, not shown to be reachable)';
  return assertionsOnly ? ' (expectations only, no claim)' : '';
}

const meaning: Readonly<Record<ScoreVerdict, string>> = {
  'claim-pinned': 'it fails when something claimed is wrong, and passes whatever else is otherwise',
  weak: 'there are wrong runs that it would not notice',
  'run-pinned': 'it fails on runs that are right',
  vacuous: 'it notices nothing',
  'misses-the-bug': 'it passes on the code with the bug',
  'red-baseline': 'it fails on the code that should be right, so nothing can be said of it',
  'not-executable': 'the code that should be right cannot be replayed, so it can never pass',
  'not-conclusive': 'it came to no conclusion',
};

const ofRun = { 'violates-claim': 'violates', 'satisfies-claim': 'satisfies', unknown: 'may or may not satisfy' } as const;

function recordingLine({ controls, assertionsOnly }: Score): string {
  return `the recording: of a run that ${ofRun[controls.trunk]} ${assertionsOnly ? 'what the test expects' : 'the claim'}`;
}

function endLine(end: TestEnd): string {
  switch (end.kind) {
    case 'judged':
      return verdictLines(end.verdict)[0] ?? '';
    case 'failed-beyond':
    case 'crashed':
      return printable(`${end.kind === 'crashed' ? 'crashed' : 'fail'}: ${end.message}`);
    case 'timed-out':
      return 'timed out';
  }
}

function pinLine({ text, state, says }: Pin, style: Style): string {
  const name = printable(text);
  switch (state) {
    case 'noticed':
      return `  ${style.green('noticed')}  ${name}`;
    case 'missed':
      return `  ${style.red('missed ')}  ${name}: ${printable(says[0] ?? '')}${says.length > 1 ? ` (and ${says.length - 1} more)` : ''}`;
    case 'ignored':
      return style.dim(`  ignored  ${name}: ${printable(says[0] ?? '')}`);
  }
}

/** Those at no place of the table. */
function survivors(mutants: readonly MutantResult[], style: Style): readonly string[] {
  const others = mutants.filter(
    ({ set, outcome, place }) =>
      set === 'breaking' && outcome.kind === 'survived' && ['answer', 'claim', 'run', 'source'].includes(place.kind),
  );
  return section(style.bold('survived'), others.map(survivorLine));
}

function survivorLine({ mutator, says, place, outcome }: MutantResult): string {
  const why = outcome.kind === 'survived' && outcome.because !== undefined ? ` (${outcome.because})` : '';
  if (place.kind === 'source') return `${placeText(place)} ${mutator}: ${says}${why}`;
  if (place.kind === 'answer') return `${mutator} ${place.name} (step ${place.step}) ${answerPlace(place.pointer)}: ${says}`;
  return `${mutator} ${'pointer' in place ? place.pointer : ''}: ${says}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${printable(line)}`)];
}

function counts(mutants: readonly MutantResult[], { run, known }: RunCounts): string {
  const of = (set: string, kind: string): number => mutants.filter((one) => one.set === set && one.outcome.kind === kind).length;
  const list = ['killed', 'survived', 'not-executable', 'timed-out', 'ignored'].map((kind) => `${of('breaking', kind)} ${kind}`).join(', ');
  const benign = mutants.filter(({ set }) => set === 'benign').length;
  return `${counted(mutants.length - benign, 'wrong run')}: ${list}; ${counted(benign, 'right one')}: ${of('benign', 'survived')} passed; ${counted(run, 'run')}${known === 0 ? '' : `, ${known} known from the last score: --fresh`}`;
}
