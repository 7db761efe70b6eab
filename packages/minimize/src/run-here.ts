import { type Agent, holdBuiltIns, type ReplayOptions, replay } from '@stepfork/replay';
import type { RunCandidate } from './run-candidate.ts';

/** Replays candidates in this process, one after the other: what an agent leaves behind, the next replay meets. */
export function runHere(agents: { readonly buggy: Agent; readonly fixed?: Agent }, rules: ReplayOptions = {}): RunCandidate {
  const run: RunCandidate = async ({ trace, side, match, maxCalls }, signal) => {
    const agent = side === 'fixed' ? agents.fixed : agents.buggy;
    if (agent === undefined) throw new RangeError('there is no fixed code to run');
    const file = { trunk: trace, forks: [], sealed: true, damage: null };
    return { kind: 'replayed', replay: await replay(file, agent, { ...rules, match, maxCalls, signal }) };
  };
  return Object.assign(run, { begin: holdBuiltIns });
}
