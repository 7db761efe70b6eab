import type { Agent } from '@stepfork/replay';
import type { MakeSourceMutants } from './judge-source.ts';
import type { ShownBySource, SourceVariant } from './source-mutant.ts';

/** The source of the agents of a test, in the process of its runner. */
export interface BodySource {
  /** Makes mutants of the modules of the right code. `buggy`: `null` where none is known; `recorded`: the agent that the recording names. */
  readonly make: (agents: {
    readonly reference: Agent;
    readonly buggy: Agent | null;
    readonly recorded: string | null;
  }) => MakeSourceMutants;
  /** Replays this agent with other texts of its own modules. */
  readonly during: <T>(agent: Agent, variant: SourceVariant, replay: (other: Agent) => Promise<T>) => Promise<readonly [T, ShownBySource]>;
}
