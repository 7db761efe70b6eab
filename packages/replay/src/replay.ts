import { inTurn } from './in-turn.ts';
import { prepareReplays } from './prepare-replay.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { Replay } from './replay-result.ts';
import { type RunReplay, runReplay } from './run-replay.ts';
import type { Agent, Traces } from './test-case.ts';

/**
 * Runs the agent on the recorded input, its calls answered from a recording under the policies. No body runs but those of live tools. The
 * recordings are tried in file order until one answers every question.
 *
 * Divergences are data: see `stop`.
 *
 * @param run follows one recording; by default in this process.
 * @throws ConfigurationError before the agent runs, for names nobody knows, refused policies, answers that nobody would ask for.
 */
export async function replay(traces: Traces, agent: Agent, options: ReplayOptions = {}, run: RunReplay = runReplay): Promise<Replay> {
  const done = await inTurn(await prepareReplays(traces, agent, options), async (prepared) => {
    const { replay: followed } = await run(prepared);
    return { replay: followed, isConclusive: followed.stop === null };
  });
  return done.replay;
}
