import { fileURLToPath } from 'node:url';
import { dropLast, keepLast } from './case-file/keep-last.ts';
import { lastPlaceOf } from './case-file/last-place.ts';
import { check } from './check.ts';
import { FailedError } from './errors/failed-error.ts';
import { InconclusiveError } from './errors/inconclusive-error.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { Replay } from './replay-result.ts';
import type { CommandContext } from './report/commands-of.ts';
import { diffCommand } from './report/diff-command.ts';
import { formatVerdict } from './report/format-verdict.ts';
import { formatFrame } from './report/own-frames.ts';
import { ruleFlags } from './report/rule-flags.ts';
import { throughNpx } from './report/through-npx.ts';
import { thrownError } from './report/thrown-error.ts';
import { waysOn } from './report/ways-on.ts';
import { runReplay } from './run-replay.ts';
import type { TestCase, Traces } from './test-case.ts';
import { testScorer } from './test-scorer.ts';

export interface VerifyOptions extends Pick<ReplayOptions, 'signal' | 'redactor'> {
  /** Under which name the last replay is kept if the test does not pass; default: that of the trace file. Tests of one trace have one each. */
  readonly name?: string;
}

/**
 * `check` for test runners: gives the replay if the claim holds, so that a test can expect more of it.
 *
 * Else what the agent did is kept beside the trace's package.json, in `.stepfork/last/<name>.sftrace`, which git ignores, and the error names the
 * command that compares it with the recording. A test that passes removes it again.
 *
 * @throws FailedError if the claim does not hold; it carries `expected` and `actual` for the runner's diff, and as its cause what the agent threw.
 * @throws InconclusiveError if the replay could not tell; its hint names the ways on.
 */
export async function verify(testCase: TestCase, { name, ...options }: VerifyOptions = {}): Promise<Replay> {
  const scorer = testScorer();
  const { verdict, replay } = await (scorer === null ? check(testCase, options) : scorer(testCase, options, { check, runReplay }));
  const { traces, agent, claim, ...rules } = testCase;
  const file = fileOf(traces);
  const context: CommandContext = { file, agent: replay.recording.run.agent, flags: ruleFlags(rules) };
  // A run that is scored was made to fail.
  const place = scorer === null ? lastPlaceOf(testCase, name) : null;
  if (verdict.kind === 'pass') {
    if (place !== null) await dropLast(place);
    return replay;
  }
  const kept = place === null ? null : await keepLast(replay, place);
  const said = [formatVerdict(verdict), ...(replay.thrownAt ?? []).map((frame) => `  ${formatFrame(frame)}`)];
  const diff =
    file === null || kept === null ? [] : [throughNpx(`See where this run left the recording: ${diffCommand(file, kept, replay.receipt)}`)];
  switch (verdict.kind) {
    case 'fail': {
      const ways = waysOn(verdict, context).map(throughNpx);
      const hint = [`Look at what was recorded: npx stepfork inspect ${file ?? '<trace>'}`, ...diff, ...ways].join('\n');
      throw new FailedError([...said, hint].join('\n'), hint, verdict.findings, thrownError(replay));
    }
    case 'inconclusive': {
      const hint = waysOn(verdict, context)
        .map((way) => `- ${throughNpx(way)}`)
        .join('\n');
      throw new InconclusiveError([...said, ...diff, `Ways on:\n${hint}`].join('\n'), hint, verdict);
    }
  }
}

function fileOf(traces: Traces): string | null {
  if (!(traces instanceof URL)) return null;
  return traces.protocol === 'file:' ? fileURLToPath(traces) : traces.href;
}
