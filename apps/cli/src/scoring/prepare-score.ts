import { dirname, resolve } from 'node:path';
import { type Claim, redactClaim } from '@stepfork/replay';
import type { Thresholds } from '@stepfork/score';
import { type AgentRef, currentBases, resolveAgentRef } from '../agent/agent-ref.ts';
import { loadConfig } from '../config/load-config.ts';
import { UsageError } from '../errors/usage-error.ts';
import { buggySide } from '../exporting/buggy-side.ts';
import { type LoadedTestCase, loadTestCase } from '../inputs/load-test-case.ts';
import { requireFile } from '../inputs/load-trace.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { readThresholds } from './read-thresholds.ts';

export interface ScoreFlags {
  readonly agent?: string | undefined;
  readonly fixed?: string | undefined;
  readonly buggy?: string | undefined;
  readonly 'buggy-ref'?: string | undefined;
  readonly suggest?: boolean;
  readonly source?: boolean;
  readonly mutate?: readonly string[] | undefined;
  readonly strictness?: boolean;
  readonly report?: string | undefined;
  readonly html?: string | undefined;
  readonly threshold?: readonly string[] | undefined;
  readonly timeout?: number | undefined;
  readonly fresh?: boolean;
  readonly force: boolean;
}

/** One side of the fix, as people read it and as workers load it. */
export interface Side {
  readonly name: string;
  readonly ref: AgentRef;
}

/** Everything that `stepfork score` was asked, checked; nothing has been run. */
export type PreparedScore = (PreparedCase | PreparedTestFile) & { readonly thresholds: Thresholds };

interface PreparedCase {
  readonly kind: 'case';
  readonly loaded: LoadedTestCase;
  /** Redacted as the recording is. */
  readonly claim: Claim;
  readonly reference: Side;
  /** `null`: no code with the bug is known. */
  readonly buggy: Side | null;
  /** Removes what was made for it. */
  readonly done: () => void;
}

/** A test of a runner: what it claims, and of which agent, it says itself when it is run. */
interface PreparedTestFile {
  readonly kind: 'test-file';
  readonly file: string;
  readonly fixed: AgentRef | null;
  readonly buggy: Side | null;
  readonly done: () => void;
}

/** @throws UsageError and the errors of the libraries for whatever is asked wrongly */
export async function prepareScore(path: string, flags: ScoreFlags): Promise<PreparedScore> {
  const fixed = flags.fixed === undefined ? null : resolveAgentRef(flags.fixed, currentBases(process.cwd()));
  if (/\.[mc]?[jt]sx?$/.test(path)) {
    const prepared = prepareTestFile(path, fixed, flags);
    const { config } = await loadConfig(dirname(prepared.file));
    return { ...prepared, thresholds: readThresholds(flags.threshold ?? [], config) };
  }
  const loaded = await loadTestCase(path, flags);
  if (loaded.claim === null) {
    throw new UsageError(
      `${path} is a trace, which claims nothing.`,
      'Name the test or its case file: stepfork score test/refund.case.json.',
    );
  }
  const { ref, config } = loaded.project;
  const thresholds = readThresholds(flags.threshold ?? [], config);
  const { redactor } = redactorOfProject(ref.root, loaded.traces.trunk.run.redaction);
  const claim = redactor === undefined ? loaded.claim : redactClaim(loaded.claim, redactor);
  const hasBuggy = fixed !== null || flags.buggy !== undefined || flags['buggy-ref'] !== undefined;
  const buggy = hasBuggy ? buggySide(ref, { buggy: flags.buggy, gitRef: flags['buggy-ref'] }) : null;
  const reference = fixed ?? ref;
  return { kind: 'case', loaded, claim, reference: { name: reference.text, ref: reference }, buggy, thresholds, done: () => buggy?.done() };
}

function prepareTestFile(path: string, fixed: AgentRef | null, flags: ScoreFlags): PreparedTestFile {
  requireFile(path, 'test');
  for (const flag of ['agent', 'timeout'] as const) {
    if (flags[flag] !== undefined)
      throw new UsageError(`--${flag} says nothing with a test file, which says so itself.`, 'Name its case file.');
  }
  if (flags['buggy-ref'] !== undefined) {
    throw new UsageError(
      '--buggy-ref needs to know which agent, and a test file does not say.',
      'Name its case file, or the code with the bug: --buggy.',
    );
  }
  const ref = flags.buggy === undefined ? null : resolveAgentRef(flags.buggy, currentBases(process.cwd()));
  const buggy = ref === null ? null : { name: ref.text, ref };
  return { kind: 'test-file', file: resolve(path), fixed, buggy, done: () => {} };
}
