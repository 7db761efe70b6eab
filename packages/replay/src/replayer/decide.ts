import type { LiveCall } from '@stepfork/interceptor';
import { follow, note } from './note.ts';
import { type Ruled, rule } from './rule.ts';
import type { RunState } from './run-state.ts';
import { failed } from './stop-run.ts';

/** Who answers this call of the agent. What of ours throws is a fault of the run. */
export function decide(state: RunState, call: LiveCall): Ruled {
  const { ledger, journal, answersOf } = state.options;
  try {
    const { kind, name } = call;
    const snapshot = call.snapshot();
    // Ids that another process got may stand in it.
    if (journal !== null) follow(state, journal.heard());
    const asked = ledger.look(kind, name, snapshot);
    if (journal !== null) tellAsked(state, call, ledger.like(asked)?.index);
    return rule(state.options, call, asked, {
      answers: () => answersOf(name, call),
      polls: ({ key }) => hasTimerFired(state, key),
    });
  } catch (error) {
    throw failed(state, error);
  }
}

/** `like`: the recorded step that asks the same, but for the effects before it. */
function tellAsked(state: RunState, { step, kind, name, effect, stable, snapshot }: LiveCall, like: number | undefined): void {
  const asks = like === undefined ? { input: snapshot() } : { like };
  note(state, { kind: 'asked', step, atMs: state.options.stage.nowMs, call: { kind, name, effect, stable, asks } });
}

/** Since this question was last asked. */
function hasTimerFired({ firedBefore, options }: RunState, key: string): boolean {
  const { timersFired } = options.stage;
  const firedAtLast = firedBefore.get(key);
  firedBefore.set(key, timersFired);
  return firedAtLast !== undefined && firedAtLast < timersFired;
}
