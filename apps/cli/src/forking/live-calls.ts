import type { ForkOptions } from '@stepfork/replay';
import { printable } from '../render/printable.ts';
import { type Progress, startProgress } from '../terminal/progress.ts';

/** A progress line that counts the calls that run for real. */
export function countLiveCalls(): { readonly onLive: NonNullable<ForkOptions['onLive']>; readonly done: Progress['done'] } {
  const progress = startProgress('forking');
  let calls = 0;
  return {
    onLive: ({ kind, name }) => {
      calls += 1;
      progress.update(`forking: ${calls} real ${calls === 1 ? 'call' : 'calls'}, now ${kind} ${printable(name)}`);
    },
    done: progress.done,
  };
}
