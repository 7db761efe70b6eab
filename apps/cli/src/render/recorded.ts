import type { PolicyRules } from '@stepfork/replay';
import type { Interruption } from '../agent/interruptions.ts';
import type { RecordedRun } from '../recording/record-run.ts';
import type { Style } from '../terminal/style.ts';
import { commandLine } from './command-line.ts';
import { counted } from './counted.ts';
import { frameLines } from './frame-lines.ts';
import { observedFlags, observedLine } from './observed.ts';
import { renderRunEnd } from './run-end.ts';
import { shortPath } from './short-path.ts';
import { toolLine } from './tool-line.ts';

/** What was recorded, in three lines. `policies`: of the config. */
export function renderRecorded(run: RecordedRun, policies: PolicyRules, style: Style): string {
  const { trace } = run;
  const models = trace.steps.filter((step) => step.call.kind === 'model').length;
  const calls = `${counted(trace.steps.length, 'call')} (${models} model, ${trace.steps.length - models} tool)`;
  const end = run.interruption === null ? renderRunEnd(trace, style, 200) : style.yellow(describeInterruption(run.interruption));
  return [`${style.bold(shortPath(run.file))}: ${calls}`, end, ...frameLines(run.thrownAt), toolLine(trace, policies), observedLine(trace)]
    .filter((line) => line !== '')
    .join('\n');
}

/** What to do with it. */
export function renderNextAfterRecord(
  run: RecordedRun,
  {
    gitAttributes,
    redacted,
    asOf,
  }: { readonly gitAttributes: readonly string[]; readonly redacted: boolean; readonly asOf: string | null },
  style: Style,
): string {
  const file = shortPath(run.file);
  return [
    redacted ? '' : style.yellow('warning: recorded with --no-redact: secrets stand in this file as they are.'),
    run.withInput ? '' : style.dim('The agent was called without an input: --input gives it one.'),
    style.dim('Next:'),
    `  ${commandLine('stepfork', 'inspect', file)}`,
    ...(asOf === null
      ? [
          `  ${commandLine('stepfork', 'export', file, ...observedFlags(run.trace))}`,
          style.dim(
            'and say what would have been right: --returns, --expect-call, --claim or --fixed; without any a draft is written, to be corrected.',
          ),
        ]
      : [`  ${commandLine('stepfork', 'fork', asOf, '--from', file)}`]),
    ...(gitAttributes.length === 0
      ? []
      : [style.dim('Add to .gitattributes before you commit a trace:'), ...gitAttributes.map((line) => `  ${line}`)]),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function describeInterruption(interruption: Interruption): string {
  switch (interruption.kind) {
    case 'signal':
      return 'interrupted: what had happened up to then is recorded';
    case 'timeout':
      return 'given up after the time limit: what had happened up to then is recorded';
    case 'stalled':
      return 'the agent waits for something that can no longer happen: what had happened up to then is recorded';
  }
}
