import { availableParallelism } from 'node:os';
import { loadNeeds, type Receipt } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { loadAgent } from '../agent/load-agent.ts';
import type { Reply } from '../base-command.ts';
import { exitCode } from '../exit-code.ts';
import { loadTestCase } from '../inputs/load-test-case.ts';
import { createWorkerPool } from '../pool/create-worker-pool.ts';
import { noteLeaks } from '../pool/note-leaks.ts';
import { renderStrictness } from '../render/strictness.ts';
import { startProgress } from '../terminal/progress.ts';
import type { ScoreFlags } from './prepare-score.ts';
import { runInPool } from './run-in-pool.ts';

/** Which changes of its requests a replay of this trace, or case file, would not notice. */
export async function scoreStrictness(path: string, flags: ScoreFlags): Promise<Reply> {
  const [{ strictness }, { requestHeaders }] = await Promise.all([import('@stepfork/score'), import('@stepfork/http')]);
  const { traces, project, options } = await loadTestCase(path, flags);
  await loadAgent(project.ref, { needs: loadNeeds(traces) });
  const note = noteLeaks();
  const pool = createWorkerPool({ workers: availableParallelism(), starts: 'if-worth', onLeaks: note.onLeaks });
  const progress = startProgress('replaying');
  let replays = 0;
  try {
    const run = runInPool(pool, { traces, claim: {}, rules: options, agents: { reference: project.ref, buggy: null } });
    const ask = async (trace: Trace): Promise<Receipt | null> => {
      const end = await run({ side: 'reference', change: { kind: 'recording', trace } });
      progress.update(`replaying … ${++replays} times`);
      return end.kind === 'judged' ? end.receipt : null;
    };
    const found = await strictness(traces.trunk, options.ignore, ask, (headers) => requestHeaders(new Headers(headers)));
    const isStrict = found.unnoticed.every(({ because }) => because !== 'undeclared');
    return {
      exit: found.asked === 0 ? exitCode.cannotExecute : isStrict ? exitCode.yes : exitCode.no,
      value: found,
      text: (style) => renderStrictness(found, style),
    };
  } finally {
    progress.done();
    await pool.close();
    note.write();
  }
}
