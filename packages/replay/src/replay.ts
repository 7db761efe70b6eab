import type { Redactor, Trace } from '@stepfork/trace';
import { prepareReplay } from './prepare-replay.ts';
import type { Receipt } from './receipt.ts';
import { runReplay } from './run-replay.ts';
import type { Agent, TestCase, Traces } from './test-case.ts';
import type { Inconclusive } from './verdict.ts';

export interface ReplayOptions extends Omit<TestCase, 'traces' | 'agent' | 'claim'> {
  /** Gives the replay up; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The project's redactor, where its key is at hand. Without it, pseudonyms still match. */
  readonly redactor?: Redactor;
}

export interface Replay {
  /** What the agent did this time. */
  readonly trace: Trace;
  /** The recording that was followed. */
  readonly recording: Trace;
  readonly receipt: Receipt;
  /** The first thing that could not be done; `null` if the run was followed to its end. */
  readonly stop: Inconclusive | null;
  /** The last call that counts where the replay was stopped (all later ones are the work of a refusal). */
  readonly until: number | null;
}

/**
 * Runs the agent on the recorded input, its calls answered from the recording under the policies. No body runs but those of live tools.
 *
 * Divergences are data: see `stop`.
 *
 * @throws ConfigurationError before the agent runs, for names nobody knows, refused policies, answers that nobody would ask for.
 */
export async function replay(traces: Traces, agent: Agent, options: ReplayOptions = {}): Promise<Replay> {
  const { replay: done } = await runReplay(await prepareReplay(traces, agent, options));
  return done;
}
