import { commandLine } from '../render/command-line.ts';
import type { TypedClaimFlags } from './claim-flags.ts';
import type { TestFlags } from './test-options.ts';

const names = ['policy', 'answer', 'stable', 'ignore', 'order', 'timeout', 'max-calls'] as const;
const claiming = ['claim', 'returns', 'expect-call', 'exactly'] as const;

/** Rules and claim as they were given, each flag ready to be typed again: for the commands that a message prints. */
export function typedFlags(flags: TestFlags & TypedClaimFlags): readonly string[] {
  return [...names, ...claiming].flatMap((name) => {
    const given = flags[name];
    if (given === undefined || given === false) return [];
    if (given === true) return [`--${name}`];
    return (Array.isArray(given) ? given : [given]).map((value) => commandLine(`--${name}`, String(value)));
  });
}
