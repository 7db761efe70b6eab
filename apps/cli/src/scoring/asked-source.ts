import { findSourceMutator } from './find-source-mutator.ts';

export interface SourceFlags {
  readonly source?: boolean;
  readonly mutate?: readonly string[] | undefined;
}

/** Mutants of source as they were asked for. Data, so that the process of a test runner can be told. */
export interface AskedSource {
  /** The file of the package that makes them. */
  readonly mutator: string;
  /** Which of the modules that the run loads; none: all of the agent's own. */
  readonly globs: readonly string[];
}

/**
 * @param root the package of the agent, or of its test
 * @returns `null`: they were not asked for
 * @throws UsageError where the package is missing that makes them
 */
export function askedSource({ source = false, mutate = [] }: SourceFlags, root: string): AskedSource | null {
  return source || mutate.length > 0 ? { mutator: findSourceMutator(root), globs: mutate } : null;
}
