import { controlledNames } from '@stepfork/interceptor';
import type { Trace } from '@stepfork/trace';
import type { PreparedReplay } from './prepare-replay.ts';
import type { Replay } from './replay-result.ts';

/** The replay of an agent that cannot be run, since its input could not be recorded. */
export function replayWithoutInput(
  { recording, place }: PreparedReplay,
  { path, type }: { readonly path: string; readonly type: string },
): Replay {
  const trace: Trace = { run: recording.run, steps: [], draws: [], outcome: { kind: 'interrupted' }, endedAtMs: null };
  return {
    trace,
    recording,
    receipt: {
      recording: { place, run: recording.run.id },
      entries: [],
      unused: recording.steps.map(({ index }) => index),
      ignored: {},
      mintedIds: 0,
      bodiesRun: 0,
      ambient: { ...controlledNames(), uncontrolled: [], drawn: [] },
    },
    stop: { kind: 'inconclusive', reason: 'opaque', step: null, name: 'the agent', path, type },
    until: -1,
  };
}
