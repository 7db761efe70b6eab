import { writeNote } from '../terminal/streams.ts';
import type { WorkerPoolOptions } from './create-worker-pool.ts';

/** What runs have left behind, gathered for a note. */
export interface LeakNote extends Required<Pick<WorkerPoolOptions, 'onLeaks'>> {
  /** Writes it, where it was no exception: each such run costs a process, and nothing else would say why all takes so long. */
  readonly write: () => void;
}

/** So many processes may be replaced without a word. */
const mostUnsaid = 4;

const mostNamed = 3;

export function noteLeaks(): LeakNote {
  const names = new Set<string>();
  let times = 0;
  return {
    onLeaks: (leaks) => {
      times += 1;
      for (const { name, change } of leaks) names.add(`${name} ${change}`);
    },
    write: () => {
      if (times <= mostUnsaid) return;
      const more = names.size > mostNamed ? ` and ${names.size - mostNamed} more` : '';
      writeNote(
        `note: runs of the agent leave something behind in their process, so that each needs a new one, which is slow: ${[...names].slice(0, mostNamed).join(', ')}${more}`,
      );
    },
  };
}
