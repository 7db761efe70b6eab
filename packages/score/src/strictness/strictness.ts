import type { IgnoreRules, Receipt } from '@stepfork/replay';
import { canonicalJson, type Json, omitPaths, type Trace } from '@stepfork/trace';
import type { RecordedHeaders } from './http-changes.ts';
import type { RequestChange } from './request-change.ts';
import { requestChanges } from './request-changes.ts';

/** Replays the agent on this recording; `null`: its process ended, or never gave control back. */
export type AskRecording = (recording: Trace) => Promise<Receipt | null>;

/** A change of a request after which the same recorded answer is given. */
export type UnnoticedChange = Omit<RequestChange, 'request'> & {
  readonly name: string;
  /** `declared`: an ignore rule, which `rule` names; `key-order`: no order of keys is compared; `undeclared`: nobody asked for it. */
  readonly because: 'declared' | 'key-order' | 'undeclared';
  readonly rule?: string;
};

/** How closely the requests of a replay are compared with what was recorded. */
export interface Strictness {
  /** So many recorded requests the unchanged replay asks, of so many. */
  readonly asked: number;
  readonly recorded: number;
  /** Changes that were tried, each in a replay of its own. */
  readonly changes: number;
  readonly unnoticed: readonly UnnoticedChange[];
}

/**
 * Changes what was recorded of one request at a time and replays the agent, which asks what it ever did: a change is noticed if that step no longer answers
 * as the one that was asked for. Equality has no direction, so this tells what would be noticed of a changed agent.
 *
 * @param ignore the rules of the replay
 * @param recorded what is recorded of the headers of an HTTP request; a header that is not is in no request that could be compared
 */
export async function strictness(
  trunk: Trace,
  ignore: IgnoreRules,
  ask: AskRecording,
  recorded: RecordedHeaders = (sent) => sent,
): Promise<Strictness> {
  const asked = answering(await ask(trunk));
  const changes = [...requestChanges(trunk, ({ index }) => asked.has(index), recorded)];
  const results = await Promise.all(
    changes.map(async (change) => {
      const { request, ...told } = change;
      if (!answering(await ask(withRequest(trunk, change))).has(change.step)) return [];
      return [{ ...told, ...whyUnnoticed(trunk, ignore, change) }];
    }),
  );
  return { asked: asked.size, recorded: trunk.steps.length, changes: changes.length, unnoticed: results.flat() };
}

/** Steps that were found by what was asked. */
function answering(receipt: Receipt | null): ReadonlySet<number> {
  return new Set(receipt?.entries.flatMap((entry) => (entry.how === 'exact' || entry.how === 'reused' ? [entry.from] : [])));
}

function withRequest(trunk: Trace, { step, request }: RequestChange): Trace {
  return { ...trunk, steps: trunk.steps.map((one) => (one.index === step ? { ...one, call: { ...one.call, input: request } } : one)) };
}

function whyUnnoticed(
  { steps }: Trace,
  ignore: IgnoreRules,
  { step, kind, request }: RequestChange,
): Pick<UnnoticedChange, 'name' | 'because' | 'rule'> {
  const call = steps[step]?.call;
  if (call === undefined) throw new Error(`the recording has no step ${step}`);
  const name = `${call.kind} ${call.name}`;
  if (kind === 'key-order') return { name, because: 'key-order' };
  if (kind === 'header' && canonicalJson(call.input) === canonicalJson(request))
    return { name, because: 'declared', rule: 'headers that are not recorded' };
  const without = (value: Json, pointer: string): string => canonicalJson(omitPaths(value, [pointer]).json);
  for (const target of [`${call.kind}:${call.name}`, '*']) {
    const pointer = ignore[target]?.find((one) => without(call.input, one) === without(request, one));
    if (pointer !== undefined) return { name, because: 'declared', rule: `${target} ${pointer}` };
  }
  return { name, because: 'undeclared' };
}
