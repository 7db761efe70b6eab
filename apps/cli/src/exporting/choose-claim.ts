import type { ClaimFlags } from '@stepfork/export';
import type { Agent, Claim, Inconclusive } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';
import { readJsonArgument } from '../inputs/read-json.ts';
import type { TypedClaimFlags } from '../options/claim-flags.ts';
import type { TestOptions } from '../options/test-options.ts';

/** What a person gives to say what is right. */
export interface ClaimSources extends ClaimFlags {
  /** `--claim`: a file, or JSON text. */
  readonly file?: string;
  /** The claim file of the config: below everything else that was given. */
  readonly configured?: string;
}

export type ClaimChoice =
  | { readonly kind: 'claim'; readonly claim: Claim; readonly source: string; readonly leftOut: readonly string[] }
  /** The run that should say what is right could not be followed to its end. */
  | { readonly kind: 'unproven'; readonly stop: Inconclusive }
  /** Nobody has said what is right. */
  | { readonly kind: 'none' };

/** The flags as sources. */
export function claimSources(flags: TypedClaimFlags, configured?: string): ClaimSources {
  return {
    ...(flags.claim === undefined ? {} : { file: flags.claim }),
    ...(flags.returns === undefined ? {} : { returns: flags.returns }),
    ...(flags.exactly === undefined ? {} : { exactly: flags.exactly }),
    ...(flags['expect-call'] === undefined ? {} : { expectCalls: flags['expect-call'] }),
    ...(configured === undefined ? {} : { configured }),
  };
}

/** The part that needs no run, so that it is refused before any; `null` if the claim is to come from a run. */
export async function claimOfPerson(sources: ClaimSources): Promise<Extract<ClaimChoice, { kind: 'claim' }> | null> {
  const { claimFromFlags, parseReviewedClaim } = await import('@stepfork/export');
  const typed = claimFromFlags(sources);
  if (typed !== null && sources.file !== undefined) {
    throw new UsageError(
      'The claim is given twice: by --claim and by --returns or --expect-call.',
      'Write all of it into the claim file, or none.',
    );
  }
  if (typed !== null) return { kind: 'claim', claim: typed, source: 'given in flags', leftOut: [] };
  const file = sources.file ?? sources.configured;
  if (file === undefined) return null;
  const { value, source } = readJsonArgument(file, '--claim');
  return { kind: 'claim', claim: parseReviewedClaim(value, source), source, leftOut: [] };
}

/** The part that a run says: one that a person calls right, else the least that is right where the recorded run crashed. */
export async function claimOfRun(
  traces: TraceFile,
  fixed: { readonly agent: Agent; readonly ref: string } | null,
  options: TestOptions,
): Promise<ClaimChoice> {
  const [{ claimFromCrash, claimFromRun, effectCalls }, { replay }] = await Promise.all([
    import('@stepfork/export'),
    import('@stepfork/replay'),
  ]);
  if (fixed === null) {
    const claim = claimFromCrash(traces.trunk);
    return claim === null
      ? { kind: 'none' }
      : { kind: 'claim', claim, source: 'the recorded run crashed: at least it must not throw', leftOut: [] };
  }
  const { trace, stop } = await replay(traces, fixed.agent, options);
  if (stop !== null) return { kind: 'unproven', stop };
  const effects = effectCalls(traces.trunk, options.policies).map(({ name }) => name);
  const { claim, leftOut } = claimFromRun(trace, { policies: options.policies, effects });
  return {
    kind: 'claim',
    claim,
    source: `what ${fixed.ref} did`,
    leftOut: leftOut.map(({ where, path, type }) => `${type} at ${path} of ${where}`),
  };
}
