import { appendFileSync } from 'node:fs';
import { inspect } from 'node:util';
import type { Agent } from '@stepfork/replay';
import { scoreTestBody } from '@stepfork/score';
import { rememberRuns } from '../remember-runs.ts';
import { watchReads } from '../watch-reads.ts';
import { type AgentPlace, orderOfRun, type TestRunLine } from './order.ts';
import { watchLoops } from './watch-loops.ts';

type Import = (file: string) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Scores the body of one test in the process of its runner, and writes down what came of it. A test that does not call `verify` leaves no line.
 *
 * @param load imports a module as the runner does
 */
export async function scoreBody(test: string, run: () => Promise<unknown>, load: Import): Promise<void> {
  const { answer, fixed, buggy, hung, thresholds, memory } = orderOfRun();
  const write = (line: TestRunLine): void => appendFileSync(answer, `${JSON.stringify(line)}\n`);
  const watch = watchLoops(answer, test);
  try {
    const agents = { fixed: await agentAt(fixed, load), buggy: await agentAt(buggy, load) };
    const known = new Set(hung.flatMap((one) => (one.test === test ? [one.hung] : [])));
    const remembering = rememberRuns(memory);
    const score = await scoreTestBody({ run, ...agents }, { thresholds, hung: known, onRun: watch.begin, remembering });
    if (score === null) return;
    remembering.onReads(watchReads());
    remembering.save();
    write({ test, score, runs: remembering.runs });
  } catch (error) {
    write({ test, error: error instanceof Error ? error.message : inspect(error) });
  } finally {
    watch.end();
  }
}

async function agentAt(place: AgentPlace | null, load: Import): Promise<Agent | null> {
  if (place === null) return null;
  const { [place.exportName]: agent } = await load(place.file);
  if (typeof agent !== 'function') throw new Error(`${place.file} has no function "${place.exportName}"`);
  return agent as Agent;
}
