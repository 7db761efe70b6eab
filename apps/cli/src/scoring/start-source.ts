import { rmSync } from 'node:fs';
import type { MakeSourceMutants } from '@stepfork/score';
import type { AgentRef } from '../agent/agent-ref.ts';
import { atEnd } from '../project/at-end.ts';
import { temporaryFolder } from '../project/left-behind.ts';
import { findSourceMutator } from './find-source-mutator.ts';
import { makeSourceMutants } from './make-source-mutants.ts';

export interface SourceFlags {
  readonly source?: boolean;
  readonly mutate?: readonly string[] | undefined;
}

/** Mutants of source as they were asked for, and what removes their texts. */
export interface StartedSource {
  /** `null`: they were not asked for. */
  readonly make: MakeSourceMutants | null;
  readonly done: () => void;
}

/** @throws UsageError where the package is missing that makes them */
export function startSource(
  { source = false, mutate = [] }: SourceFlags,
  sides: { readonly reference: AgentRef; readonly buggy: AgentRef | null },
): StartedSource {
  if (!source && mutate.length === 0) return { make: null, done: () => {} };
  const load = findSourceMutator(sides.reference.root);
  const folder = temporaryFolder('stepfork-source-');
  const done = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return { make: makeSourceMutants({ ...sides, load, globs: mutate, folder }), done };
}
