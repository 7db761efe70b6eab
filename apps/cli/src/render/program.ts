import type { PolicyRules } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import type { AssembledProgram } from '../program/recording/assemble-program.ts';
import type { CommandEnd } from '../program/start-program.ts';
import type { Style } from '../terminal/style.ts';
import { commandLine } from './command-line.ts';
import { counted } from './counted.ts';
import { observedFlags, observedLine } from './observed.ts';
import { printable } from './printable.ts';
import { shortPath } from './short-path.ts';
import { toolLine } from './tool-line.ts';

/** What was recorded of a program, on stderr, since stdout is the program's own. `policies`: of the config. */
export function renderRecordedProgram(
  { file, trace, ended, unseen, others }: AssembledProgram & { readonly ended: CommandEnd | null },
  {
    gitAttributes,
    redacted,
    policies,
  }: { readonly gitAttributes: readonly string[]; readonly redacted: boolean; readonly policies: PolicyRules },
  style: Style,
): string {
  const models = trace.steps.filter(({ call }) => call.kind === 'model').length;
  const calls = `${counted(trace.steps.length, 'call')} (${models} model, ${trace.steps.length - models} tool)`;
  const short = shortPath(file);
  return [
    `${style.bold(short)}: ${calls}${others === 0 ? '' : `, of ${others + 1} processes`}`,
    `the program ${howEnded(trace, ended)}`,
    toolLine(trace, policies),
    observedLine(trace),
    ...renderUnseen(unseen, style),
    redacted ? '' : style.yellow('warning: recorded with --no-redact: secrets stand in this file as they are.'),
    style.dim('Next:'),
    `  ${commandLine('stepfork', 'inspect', short)}`,
    `  ${commandLine('stepfork', 'replay', short, ...observedFlags(trace), '--', ...commandOfTrace(trace))}`,
    ...(gitAttributes.length === 0
      ? []
      : [style.dim('Add to .gitattributes before you commit a trace:'), ...gitAttributes.map((line) => `  ${line}`)]),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** What happened and no trace holds. */
export function renderUnseen(unseen: readonly string[], style: Style): readonly string[] {
  return unseen.map((line) => style.yellow(`seen but not recorded: ${printable(line)}`));
}

/** `null`: nobody was there to see it. */
function howEnded({ outcome }: Trace, ended: CommandEnd | null): string {
  if (ended === null) {
    return outcome.kind === 'interrupted' ? 'has no end: what had happened up to then is recorded' : 'came to its end, which is recorded';
  }
  const { code, signal } = ended;
  if (signal !== null) return `was ended by ${signal}: what had happened up to then is recorded`;
  return outcome.kind === 'threw' ? `ended with an error that nobody caught (exit code ${code})` : `ended with exit code ${code}`;
}

function commandOfTrace({ run }: Trace): readonly string[] {
  return ((run.input as { readonly command?: readonly string[] }).command ?? []).map(String);
}
