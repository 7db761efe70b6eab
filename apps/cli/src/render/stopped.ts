import { type CommandContext, type Inconclusive, type Verdict, waysOn } from '@stepfork/replay';
import type { Style } from '../terminal/style.ts';
import { renderVerdict } from './verdict.ts';

/** A run that was to become a recording, and could not be followed to its end. */
export function renderStopped(stop: Inconclusive, bodiesRun: number, style: Style): string {
  const ran = bodiesRun === 0 ? 'nothing ran for real' : `${bodiesRun} ${bodiesRun === 1 ? 'call' : 'calls'} ran for real`;
  return `${style.yellow(style.bold('no fork was made'))}: ${ran}, nothing was written\n${renderVerdict(stop, style)}`;
}

/** What can be done about it, one way a line; empty where nothing is open. */
export function renderWaysOn(verdict: Verdict, context: CommandContext): string {
  const ways = waysOn(verdict, context).map((way) => `- ${way}`);
  return ways.length === 0 ? '' : ['Ways on:', ...ways].join('\n');
}
