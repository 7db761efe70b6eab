import { prepareReplay } from './prepare-replay.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { Replay } from './replay-result.ts';
import { runReplay } from './run-replay.ts';
import type { Agent, Traces } from './test-case.ts';

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
