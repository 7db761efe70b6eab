import type { JsonObject, Trace } from '@stepfork/trace';
import { isProgram } from '../program/command/recorded-program.ts';
import type { Style } from '../terminal/style.ts';
import { renderOutcome } from './outcome.ts';
import { showJson } from './show-json.ts';

/** `the agent returned {…}`, `the program printed "…" and ended with exit code 0`, `the agent was interrupted`. */
export function renderRunEnd(trace: Trace, style: Style, width?: number): string {
  const { outcome } = trace;
  const who = isProgram(trace) ? 'the program' : 'the agent';
  switch (outcome.kind) {
    case 'returned':
      return `${who} ${isProgram(trace) ? programEnd(outcome.value as JsonObject, width) : `returned ${renderOutcome(outcome, style, width)}`}`;
    case 'threw':
      return `${who} ${renderOutcome(outcome, style, width)}`;
    case 'interrupted':
      return `${who} ${style.yellow('was interrupted')}`;
  }
}

function programEnd({ stdout = '', exitCode = null }: JsonObject, width?: number): string {
  const printed = stdout === '' ? 'nothing' : showJson(stdout, width);
  return `printed ${printed} and ended with ${exitCode === null ? 'no exit code' : `exit code ${showJson(exitCode)}`}`;
}
