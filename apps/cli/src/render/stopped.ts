import { type CommandContext, type Inconclusive, waysOn } from '@stepfork/replay';
import type { Style } from '../style.ts';
import { renderVerdict } from './verdict.ts';

/** A run that was to become a recording, and could not be followed to its end. */
export function renderStopped(stop: Inconclusive, bodiesRun: number, style: Style): string {
  const ran = bodiesRun === 0 ? 'nothing ran for real' : `${bodiesRun} ${bodiesRun === 1 ? 'call' : 'calls'} ran for real`;
  return `${style.yellow(style.bold('no fork was made'))}: ${ran}, nothing was written\n${renderVerdict(stop, style)}`;
}

/** What can be done about it, one way a line. */
export function renderWaysOn(stop: Inconclusive, context: CommandContext): string {
  return ['Ways on:', ...waysOn(stop, context).map((way) => `- ${way}`)].join('\n');
}
