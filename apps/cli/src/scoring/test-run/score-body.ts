import { appendFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { inspect } from 'node:util';
import type { Agent } from '@stepfork/replay';
import { type BodySource, scoreTestBody } from '@stepfork/score';
import { UsageError } from '../../errors/usage-error.ts';
import { loadSourceMutator } from '../find-source-mutator.ts';
import { rememberRuns } from '../remember-runs.ts';
import { unwatched, watchReads } from '../watch-reads.ts';
import { bodySource } from './body-source.ts';
import type { Loader } from './loader.ts';
import { type AgentPlace, orderOfRun, type TestRunLine, type TestRunOrder } from './order.ts';
import { type LoopWatch, watchLoops } from './watch-loops.ts';

/** Scores the body of one test in the process of its runner, and writes down what came of it. A test that does not call `verify` leaves no line. */
export async function scoreBody(test: string, run: () => Promise<unknown>, loader: Loader): Promise<void> {
  const order = orderOfRun();
  const { answer, fixed, buggy, hung, thresholds, memory } = order;
  const write = (line: TestRunLine): void => appendFileSync(answer, `${JSON.stringify(line)}\n`);
  const watch = watchLoops(answer, test);
  try {
    const agents = { fixed: await agentAt(fixed, loader), buggy: await agentAt(buggy, loader) };
    const ofSource = await sourceOf(order, loader, watch);
    const known = new Set(hung.flatMap((one) => (one.test === test ? [one.hung] : [])));
    const remembering = rememberRuns(memory);
    const score = await scoreTestBody({ run, ...agents }, { thresholds, hung: known, onRun: watch.begin, remembering, ...ofSource });
    if (score === null) return;
    const evaluated = loader.evaluated();
    // Of the test itself the frame is known, and what it expects may change.
    remembering.onReads([...watchReads(), ...(evaluated ?? [])].filter((path) => isAbsolute(path) && path !== order.file));
    if (evaluated !== null) remembering.save();
    write({ test, score, runs: remembering.runs });
  } catch (error) {
    const hint = error instanceof UsageError ? error.hint : undefined;
    write({ test, error: error instanceof Error ? error.message : inspect(error), ...(hint !== undefined && { hint }) });
  } finally {
    watch.end();
  }
}

async function agentAt(place: AgentPlace | null, { load }: Loader): Promise<Agent | null> {
  if (place === null) return null;
  const { [place.exportName]: agent } = await load(place.file);
  if (typeof agent !== 'function') throw new Error(`${place.file} has no function "${place.exportName}"`);
  return agent as Agent;
}

/** What makes mutants is loaded before anything is run: no run has to wait for it, and what it reads is of none. */
async function sourceOf({ source, ...order }: TestRunOrder, loader: Loader, watch: LoopWatch): Promise<{ readonly ofSource?: BodySource }> {
  if (source === null) return {};
  const mutator = await unwatched(() => loadSourceMutator(source.mutator));
  const besides = <T>(body: () => Promise<T>): Promise<T> => {
    watch.rest();
    return unwatched(body);
  };
  return { ofSource: bodySource({ order: { ...order, source }, loader, mutator, besides }) };
}
