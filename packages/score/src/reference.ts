import type { Claim, PolicyRules } from '@stepfork/replay';
import type { Call, Step, Trace } from '@stepfork/trace';

/** What the mutants are made of: the test, and the replay of the right code in which it passed. */
export interface Reference {
  readonly claim: Claim;
  readonly policies: PolicyRules;
  readonly order: 'keyed' | 'recorded';
  /** What the right code did. */
  readonly trace: Trace;
  /** The recording that its replay followed. */
  readonly recording: Trace;
  /** No right code is known: `trace` is a run that was made of the claim. */
  readonly isClaimed: boolean;
  /** Steps whose answer was declared or borrowed: it says nothing of the world. */
  readonly madeUp: ReadonlySet<number>;
}

/** What is known of a test before it is run; what is left out is as where nothing is said. */
export type TestRules = Pick<Reference, 'claim'> & Partial<Pick<Reference, 'policies' | 'order'>>;

/** Calls of these tools are pinned with their arguments: sinks, and those whose arguments the claim speaks of. */
export function pinnedCalls({ trace, claim, policies }: Reference): readonly Step[] {
  const claimed = new Set((claim.calls ?? []).flatMap((item) => ('tool' in item && item.with !== undefined ? [item.tool] : [])));
  return trace.steps.filter(({ call }) => call.kind === 'tool' && (claimed.has(call.name) || isSink(call, policies)));
}

export function sinkCalls({ trace, policies }: Reference): readonly Step[] {
  return trace.steps.filter(({ call }) => isSink(call, policies));
}

/** Rules by exact name go before the tool's own declaration, which goes before `*`. */
export function isSink({ kind, name, effect }: Call, { tools = {} }: PolicyRules): boolean {
  if (kind !== 'tool') return false;
  return ((Object.hasOwn(tools, name) ? tools[name] : undefined) ?? (effect ? 'sink' : tools['*'])) === 'sink';
}
