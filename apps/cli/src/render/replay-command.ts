import type { CommandContext } from '@stepfork/replay';
import { commandLine } from './command-line.ts';

/** The replay as it can be typed: with the agent, or with the command of the program at the end. */
export function replayCommand({ file, agent, flags = [], program }: CommandContext): string {
  return [
    commandLine('stepfork', 'replay', file ?? '', ...(program === undefined ? ['--agent', agent ?? ''] : [])),
    ...flags,
    ...(program === undefined ? [] : [commandLine('--', ...program)]),
  ].join(' ');
}
