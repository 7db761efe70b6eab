import type { Trace } from '@stepfork/trace';

/** Says in words why a smaller run may not be taken, whatever the agent would do on it, so that nobody replays it; `null`: it may. */
export type RuleOut = (candidate: Trace) => string | null;

/** What the first of several rules says. */
export function firstOf(rules: readonly RuleOut[]): RuleOut {
  return (candidate) => {
    for (const rule of rules) {
      const why = rule(candidate);
      if (why !== null) return why;
    }
    return null;
  };
}
