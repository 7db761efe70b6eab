import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { loadNeeds, ruleFlags } from '@stepfork/replay';
import type { MakeSourceMutants, Score, Thresholds } from '@stepfork/score';
import { type AgentRef, packageRoot } from '../agent/agent-ref.ts';
import { loadAgent } from '../agent/load-agent.ts';
import type { Reply } from '../base-command.ts';
import { interruptible } from '../forking/interruptible.ts';
import { createWorkerPool } from '../pool/create-worker-pool.ts';
import { noteLeaks } from '../pool/note-leaks.ts';
import { atEnd } from '../project/at-end.ts';
import { temporaryFolder } from '../project/left-behind.ts';
import { startProgress } from '../terminal/progress.ts';
import { type AskedSource, askedSource } from './asked-source.ts';
import { loadSourceMutator } from './find-source-mutator.ts';
import { makeSourceMutants, type SourceOptions } from './make-source-mutants.ts';
import { type MemoryFile, memoryFileOf } from './memory-file.ts';
import { type PreparedScore, prepareScore, type ScoreFlags } from './prepare-score.ts';
import { replyToScore } from './reply-to-score.ts';
import { runInPool } from './run-in-pool.ts';
import { runTestFile } from './run-test-file.ts';
import { writesReports } from './writes-reports.ts';

/** Scores a case file, or a test file. */
export async function scoreTest(path: string, flags: ScoreFlags, again: string): Promise<Reply> {
  const write = writesReports(flags, path);
  const prepared = await prepareScore(path, flags);
  const asked = { path, flags, again, write };
  try {
    if (prepared.kind === 'case') return await scorePrepared(prepared, asked);
    return await interruptible((signal) => scoreFile(prepared, asked, signal));
  } finally {
    prepared.done();
  }
}

interface Asked {
  readonly path: string;
  readonly flags: ScoreFlags;
  readonly again: string;
  readonly write: (score: Score, thresholds: Thresholds) => void;
}

type Prepared<Kind> = Extract<PreparedScore, { readonly kind: Kind }>;

/** By the runner that it was written for. */
async function scoreFile({ file, fixed, buggy, thresholds }: Prepared<'test-file'>, asked: Asked, signal: AbortSignal): Promise<Reply> {
  const source = askedSource(asked.flags, packageRoot(dirname(file)) ?? dirname(file));
  const progress = startProgress('scoring');
  try {
    const onHung = (runs: number): void => progress.update(`scoring … anew, without what never ended: ${runs}`);
    const memory = memoryOf(asked, [fixed, buggy?.ref ?? null]);
    const { score, runs } = await runTestFile({ file, fixed, buggy: buggy?.ref ?? null, thresholds, memory, source }, { signal, onHung });
    asked.write(score, thresholds);
    const test = { file: asked.path, agent: fixed?.text ?? null, rules: [] };
    return replyToScore(
      score,
      { reference: fixed?.text ?? 'as the test names it', buggy: buggy?.name ?? (fixed && 'as the test names it'), test, runs },
      asked,
    );
  } finally {
    progress.done();
  }
}

/** In a pool of workers. */
async function scorePrepared(prepared: Prepared<'case'>, asked: Asked): Promise<Reply> {
  const { recallRuns, score } = await import('@stepfork/score');
  const { rememberRuns } = await import('./remember-runs.ts');
  const { loaded, claim, reference, buggy, thresholds } = prepared;
  const { traces, options } = loaded;
  // Before anything is run; the workers load them again.
  const needs = loadNeeds(traces);
  for (const side of [reference, ...(buggy === null ? [] : [buggy])]) await loadAgent(side.ref, { needs });
  const sources = sourcesOf(askedSource(asked.flags, reference.ref.root), { reference: reference.ref, buggy: buggy?.ref ?? null });
  const note = noteLeaks();
  const pool = createWorkerPool({ workers: availableParallelism(), starts: 'if-worth', onLeaks: note.onLeaks });
  const progress = startProgress('scoring');
  try {
    const memory = rememberRuns(memoryOf(asked, [reference.ref, buggy?.ref ?? null]));
    const recall = recallRuns({ ...memory, claim, recordings: [traces.trunk, ...traces.forks], rules: options });
    const run = runInPool(pool, {
      traces,
      claim,
      rules: options,
      agents: { reference: reference.ref, buggy: buggy?.ref ?? null },
      onReads: memory.onReads,
    });
    const scored = await score(
      { claim, ...options, trunk: traces.trunk, hasBuggy: buggy !== null },
      (next) => recall(next, () => run(next)),
      {
        thresholds,
        ...(sources && { source: sources.make }),
        onProgress: (done) => progress.update(`scoring … ${done} runs`),
      },
    );
    memory.save();
    asked.write(scored, thresholds);
    const test = { file: asked.path, agent: reference.name, rules: ruleFlags(options) };
    return replyToScore(scored, { reference: reference.name, buggy: buggy?.name ?? null, test, runs: memory.runs }, asked);
  } finally {
    progress.done();
    await pool.close();
    note.write();
    sources?.remove();
  }
}

/** What makes mutants of source, and removes their texts, also when this process ends. */
function sourcesOf(
  source: AskedSource | null,
  sides: Pick<SourceOptions, 'reference' | 'buggy'>,
): { readonly make: MakeSourceMutants; readonly remove: () => void } | null {
  if (source === null) return null;
  const folder = temporaryFolder('stepfork-source-');
  const remove = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const load = (): ReturnType<typeof loadSourceMutator> => loadSourceMutator(source.mutator);
  return { make: makeSourceMutants({ ...sides, load, globs: source.globs, folder }), remove };
}

/** `null`: everything is run. */
function memoryOf({ path, flags }: Asked, sides: readonly (AgentRef | null)[]): MemoryFile | null {
  return flags.fresh ? null : memoryFileOf({ path, sides, written: [flags.report, flags.html] });
}
