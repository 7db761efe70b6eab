import { fileURLToPath } from 'node:url';
import { check } from './check.ts';
import { FailedError } from './errors/failed-error.ts';
import { InconclusiveError } from './errors/inconclusive-error.ts';
import { formatVerdict } from './format-verdict.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { Replay } from './replay-result.ts';
import { ruleFlags } from './rule-flags.ts';
import type { TestCase, Traces } from './test-case.ts';
import { type CommandContext, waysOn } from './ways-on.ts';

/**
 * `check` for test runners: gives the replay if the claim holds, so that a test can expect more of it.
 *
 * @throws FailedError if the claim does not hold; it carries `expected` and `actual` for the runner's diff.
 * @throws InconclusiveError if the replay could not tell; its hint names the ways on.
 */
export async function verify(testCase: TestCase, options: Pick<ReplayOptions, 'signal' | 'redactor'> = {}): Promise<Replay> {
  const { verdict, replay } = await check(testCase, options);
  const { traces, agent, claim, ...rules } = testCase;
  const context: CommandContext = { file: fileOf(traces), agent: replay.recording.run.agent, flags: ruleFlags(rules) };
  switch (verdict.kind) {
    case 'pass':
      return replay;
    case 'fail': {
      const hint = `Look at what was recorded: stepfork inspect ${context.file ?? '<trace>'}`;
      throw new FailedError(`${formatVerdict(verdict)}\n${hint}`, hint, verdict.findings);
    }
    case 'inconclusive': {
      const hint = waysOn(verdict, context)
        .map((way) => `- ${way}`)
        .join('\n');
      throw new InconclusiveError(`${formatVerdict(verdict)}\nWays on:\n${hint}`, hint, verdict);
    }
  }
}

function fileOf(traces: Traces): string | null {
  if (!(traces instanceof URL)) return null;
  return traces.protocol === 'file:' ? fileURLToPath(traces) : traces.href;
}
