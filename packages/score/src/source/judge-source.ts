import { diffJson, type Json, parsePointer } from '@stepfork/trace';
import { conducts } from '../conduct.ts';
import { passes } from '../controls.ts';
import type { MutantOutcome, MutantResult } from '../mutant.ts';
import { plainOutcome } from '../plain-outcome.ts';
import type { Reference } from '../reference.ts';
import type { RunTest, TestEnd } from '../run-test.ts';
import { show } from '../show.ts';
import { conductDigest } from './conduct-digest.ts';
import type { SourceMutant, SourceMutants, SourceRun, SourceVariant } from './source-mutant.ts';

/** Makes the mutants of what a run of the right code loads. */
export type MakeSourceMutants = (run: RunTest) => Promise<SourceMutants>;

export interface JudgeSourceOptions {
  readonly reference: Reference;
  readonly make: MakeSourceMutants;
  readonly run: RunTest;
  readonly onRun: () => void;
}

/** So many times as often as in the right code a place may be reached before its mutant counts as one that never ends. */
const hitsAllowed = 100;

/**
 * What becomes of each mutant of the source. First the right code is run with all of them in its text and none on: what it does not reach is not
 * run, and where it does not pass, nothing can be said of any.
 */
export async function judgeSource({ reference, make, run, onRun }: JudgeSourceOptions): Promise<{
  readonly mutants: readonly MutantResult[];
  readonly texts: Readonly<Record<string, string>>;
}> {
  const { instrumented, mutants, texts } = await make(run);
  const runWith = (source: SourceVariant): Promise<TestEnd> =>
    run({ side: 'reference', change: { kind: 'source', source } }).then((end) => {
      onRun();
      return end;
    });
  const control = await runWith({ texts: instrumented, active: null, hitLimit: 0, right: null, hosts: null });
  const hosts = sourceOf(control)?.hosts ?? [];
  const hits = passes(control) ? (control.source?.hits ?? {}) : null;
  const right = conductDigest(reference.trace);
  const results = mutants.map(async (mutant): Promise<MutantResult> => {
    const reached = mutant.switchId === null ? 1 : (hits?.[mutant.switchId] ?? 0);
    const known = mutant.ignored ?? (reached === 0 ? 'the run does not reach it' : null);
    if (hits === null) return resultOf(mutant, { kind: 'not-executable', reason: whyNot(control) }, 0);
    if (known !== null) return resultOf(mutant, { kind: 'ignored', reason: known }, 0);
    const end = await runWith({ texts: mutant.texts, active: mutant.switchId, hitLimit: hitsAllowed * reached, right, hosts });
    return resultOf(mutant, outcomeOf(end, reference), 1);
  });
  return { mutants: await Promise.all(results), texts };
}

function outcomeOf(end: TestEnd, reference: Reference): MutantOutcome {
  if (sourceOf(end)?.isOverLimit === true) return { kind: 'timed-out' };
  const plain = plainOutcome(end);
  if (plain.kind !== 'survived' || end.kind !== 'judged') return plain;
  const difference = diffJson(...conducts(reference, end.trace))[0];
  // Another text of the same meaning, as far as this run goes: no test of this run could notice.
  if (difference === undefined) return { kind: 'ignored', reason: 'nothing that the agent returned or did is different' };
  return {
    kind: 'survived',
    because: `nobody claims ${placeIn(difference.path)}: ${said(difference.expected)} → ${said(difference.actual)}`,
  };
}

/** A path into what an agent did, in the words of the table of pins. */
function placeIn(path: string): string {
  const [part = '', , tool = ''] = parsePointer(path);
  const inside = path.split('/').slice(4);
  if (part === 'value') return `output ${path.slice('/value'.length)}`.trim();
  if (part !== 'calls' || tool === '') return `run ${path}`;
  return inside.length === 0 ? tool : `${tool} /${inside.join('/')}`;
}

function sourceOf(end: TestEnd): SourceRun | undefined {
  return end.kind === 'judged' || end.kind === 'failed-beyond' ? end.source : undefined;
}

function said(value: Json | undefined): string {
  return value === undefined ? '(missing)' : show(value);
}

function whyNot(control: TestEnd): string {
  const outcome = plainOutcome(control);
  const how = 'by' in outcome ? outcome.by : 'reason' in outcome ? outcome.reason : outcome.kind;
  return `with all changes put in and none switched on, the right code no longer passes: ${how}`;
}

function resultOf(
  { id, mutator, path, start, end, original, replacement, switchId }: SourceMutant,
  outcome: MutantOutcome,
  replays: number,
): MutantResult {
  return {
    ...{ id, mutator, outcome, replays },
    ...{ family: 'source', set: 'breaking' },
    place: { kind: 'source', path, start, end, replacement, isPart: switchId === null },
    says: `${oneLine(original)} → ${oneLine(replacement)}`,
  };
}

function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line === '') return '(nothing)';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
