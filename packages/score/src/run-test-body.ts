import { stripVTControlCharacters } from 'node:util';
import { type Agent, defaultTimeoutMs, setTestScorer, type TestScorer } from '@stepfork/replay';
import { type Asked, recordingsOf, redactedClaimOf } from './asked.ts';
import { changedCase } from './changed-case.ts';
import { comparedReplays } from './compared-replays.ts';
import type { Judged } from './controls.ts';
import { type Recall, type Remembering, recallRuns } from './memory/recall-runs.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type Later, later, type Patience, patience } from './patience.ts';
import { runChanged } from './run-changed.ts';
import type { RunTest, TestEnd, TestRun } from './run-test.ts';
import type { BodySource } from './source/body-source.ts';
import { unlessRefused } from './unless-refused.ts';

/** A test of a runner, to be run many times. */
export interface TestBody {
  /** Rejects where the test fails. */
  readonly run: () => Promise<unknown>;
  /** In the place of the agent that the test names; then that one is the code with the bug, unless one is given. */
  readonly fixed: Agent | null;
  readonly buggy: Agent | null;
}

export interface BodyOptions {
  /** Runs by their number, from 0, that are known never to give control back: they are not run. */
  readonly hung?: ReadonlySet<number>;
  /** Called before each run with its number, and how long it may keep control or wait beside its replay. */
  readonly onRun?: (run: number, limitMs: number) => void;
  readonly later?: Later;
  /** What an earlier score has replayed is not replayed again; the body runs all the same. */
  readonly remembering?: Pick<Remembering, 'memory' | 'onRun'>;
  /** How its agents are run with another source. */
  readonly ofSource?: BodySource;
}

export interface BodyRuns {
  readonly run: RunTest;
  /** `null`: it has not called `verify` yet. */
  readonly asked: () => Asked | null;
}

/**
 * Runs the body of a test, with `verify` answered by one change at a time. Beside its replay, a run may wait as long as a replay may; one that
 * waits longer has timed out, and is left alone. One after the other.
 */
export function runTestBody(
  body: TestBody,
  { hung = new Set(), onRun, later: wait = later, remembering, ofSource }: BodyOptions = {},
): BodyRuns {
  let asked: Asked | null = null;
  let recall: Promise<Recall> | null = null;
  let runs = 0;
  const limitMs = (): number => asked?.testCase.timeoutMs ?? defaultTimeoutMs;

  const run = async (next: TestRun): Promise<TestEnd> => {
    const number = runs++;
    const isHung = hung.has(number);
    if (isHung && asked !== null) return { kind: 'timed-out' };
    onRun?.(number, limitMs());
    const ends: TestEnd[] = [];
    let calls = 0;
    const left = patience(wait);
    setTestScorer(async (testCase, given, own) => {
      asked = { testCase, redactor: given.redactor };
      calls += 1;
      // What it does with a replay is known to have no end: all that is still to be known is the test case.
      if (isHung) throw new Error('this run is known never to end');
      left.hold();
      recall ??= recallBy(remembering, asked);
      const end = await (await recall)(next, () => check(body, next, [testCase, given, own], ofSource)).finally(() =>
        left.count(limitMs()),
      );
      ends.push(end);
      if (end.kind !== 'judged') throw new Error('the agent could not be loaded');
      return { verdict: end.verdict, replay: end };
    });
    left.count(limitMs());
    const failure = await failureOf(body, left);
    left.hold();
    if (failure === 'hung' || isHung) return { kind: 'timed-out' };
    if (calls > 1) throw new Error('the test calls verify more than once: score its cases one by one');
    return endOf(failure, ends[0] ?? null);
  };
  return { run: oneAtATime(run), asked: () => asked };
}

async function recallBy(remembering: BodyOptions['remembering'], asked: Asked): Promise<Recall> {
  if (remembering === undefined) return (_, run) => run();
  const { traces: _, agent: __, claim: ___, ...rules } = asked.testCase;
  return recallRuns({ ...remembering, claim: redactedClaimOf(asked), recordings: await recordingsOf(asked), rules });
}

async function check(
  { fixed, buggy }: TestBody,
  { side, change }: TestRun,
  [testCase, given, own]: Parameters<TestScorer>,
  ofSource: BodySource | undefined,
): Promise<TestEnd> {
  const named = (side === 'reference' ? fixed : buggy) ?? testCase.agent;
  const checked = async (agent: Agent): Promise<Judged> => {
    const compared = comparedReplays(own.runReplay);
    const { verdict, replay } = await own.check(changedCase({ ...testCase, agent }, change), given, runChanged(change, compared.run));
    return { kind: 'judged', verdict, isSteady: compared.isSteady(), ...replay };
  };
  if (change?.kind !== 'source') return unlessRefused(change, () => checked(named));
  if (ofSource === undefined) throw new Error('nobody has said how the source of this test is run');
  const [end, source] = await ofSource.during(named, change.source, checked);
  return 'failure' in source ? { kind: 'crashed', message: source.failure } : { ...end, source };
}

/** What it threw; `null`: nothing. */
function failureOf({ run }: TestBody, { isUp }: Patience): Promise<{ readonly error: unknown } | 'hung' | null> {
  const ended = run().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  return Promise.race([ended, isUp.then(() => 'hung' as const)]);
}

function endOf(failure: { readonly error: unknown } | null, ended: TestEnd | null): TestEnd {
  if (ended !== null && ended.kind !== 'judged') return ended;
  if (failure === null && ended === null) return { kind: 'failed-beyond', message: 'it ended before verify did, which must be awaited' };
  // Whether a test passes is for its body to say: it may catch what verify throws.
  if (failure === null && ended !== null) return { ...ended, verdict: { kind: 'pass' } };
  if (ended !== null && ended.verdict.kind !== 'pass') return ended;
  return { kind: 'failed-beyond', message: briefly(failure?.error), ...(ended?.source && { source: ended.source }) };
}

/** In one line, without the colours in which a runner says it: what follows a colon is the better half of the message. */
function briefly(error: unknown): string {
  const text = stripVTControlCharacters(String(error instanceof Error ? error.message : error));
  const [first = '', second = ''] = text.split('\n').filter((line) => line.trim() !== '');
  return first.endsWith(':') ? `${first} ${second.trim()}` : first;
}
