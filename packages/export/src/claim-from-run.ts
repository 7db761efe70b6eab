import { type CallClaim, type Claim, judge, type PolicyRules } from '@stepfork/replay';
import {
  type Call,
  canonicalJson,
  childPointer,
  isJsonObject,
  type Json,
  type RunOutcome,
  StepforkError,
  type Trace,
} from '@stepfork/trace';
import { effectCalls } from './effect-calls.ts';
import { seenEffectCalls } from './seen-effect-calls.ts';

export interface ClaimFromRunOptions {
  readonly policies?: PolicyRules;
  /** Tools known to be effects, from other runs too: those that the right run does not call are claimed `never`. */
  readonly effects?: readonly string[];
}

export interface ClaimFromRun {
  readonly claim: Claim;
  /** What the run returned or passed and no claim can hold, by JSON Pointer into the output or into the arguments of a call. */
  readonly leftOut: readonly { readonly where: string; readonly path: string; readonly type: string }[];
}

/**
 * What a run does that a person calls right: its output (or the error that it throws), and the arguments and number of every effect call,
 * with no other call of these tools. To be shown for review: it is a claim only because the person says so. Never made from the failing run.
 *
 * @throws StepforkError `STEPFORK_RUN_NOT_FINISHED` for a run that was interrupted.
 */
export function claimFromRun(trace: Trace, { policies = {}, effects = [] }: ClaimFromRunOptions = {}): ClaimFromRun {
  const leftOut: { where: string; path: string; type: string }[] = [];
  const carry = (where: string, json: Json): Json | undefined => claimable(json, '', (path, type) => leftOut.push({ where, path, type }));
  const called = seenEffectCalls(trace, policies);
  const names = new Set(effectCalls(trace, policies).map(({ name }) => name));
  const calls: readonly CallClaim[] = [
    ...distinct(called).map(({ name, input }) => claimCall(trace, name, carry(name, input))),
    ...[...new Set(effects)].filter((name) => !names.has(name)).map((name): CallClaim => ({ never: name })),
  ];
  const claim = { ...claimOutcome(trace.outcome, (json) => carry('output', json)), ...(calls.length === 0 ? {} : { calls }) };
  return { claim, leftOut };
}

function claimOutcome(outcome: RunOutcome, carry: (json: Json) => Json | undefined): Pick<Claim, 'returns' | 'throws'> {
  switch (outcome.kind) {
    case 'returned': {
      const returns = carry(outcome.value);
      return returns === undefined ? {} : { returns };
    }
    case 'threw':
      return { throws: claimError(outcome.error) };
    case 'interrupted':
      throw new StepforkError('STEPFORK_RUN_NOT_FINISHED', 'The run was interrupted before it ended, so nothing can be claimed from it.', {
        hint: 'Record a run that ends, or write the claim by hand.',
      });
  }
}

/** Name and code of an error; its message often names things of the day. */
function claimError(error: Json): NonNullable<Claim['throws']> {
  if (!isJsonObject(error) || error.$ !== 'error' || typeof error.name !== 'string') return true;
  const code = isJsonObject(error.fields) ? error.fields.code : undefined;
  return { name: error.name, ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}) };
}

function distinct(calls: readonly Call[]): readonly Call[] {
  const byKey = new Map<string, Call>();
  for (const call of calls) {
    const key = canonicalJson([call.name, call.input]);
    if (!byKey.has(key)) byKey.set(key, call);
  }
  return [...byKey.values()];
}

function claimCall(trace: Trace, tool: string, input: Json | undefined): CallClaim {
  const part = input === undefined ? { tool } : { tool, with: input };
  // Counted by the judge: arguments that are a part of those of another call match that call as well.
  const isAtLeast = (count: number): boolean =>
    judge(trace, { calls: [{ ...part, times: { atLeast: count } }] }).every(({ kind }) => kind !== 'called');
  let times = 1;
  while (isAtLeast(times + 1)) times += 1;
  // Where nothing is claimed of the arguments, every call of the tool is one of these.
  return input === undefined ? { ...part, times } : { ...part, times, only: true };
}

/** The value without what could not be carried. A list or a tagged value that holds such a part is left out whole: its length would lie. */
function claimable(json: Json, path: string, leaveOut: (path: string, type: string) => void): Json | undefined {
  if (typeof json !== 'object' || json === null) return json;
  if (isJsonObject(json) && json.$ === 'opaque') {
    // Of an instance of a class the fields were seen: the judge looks into them as into those of a plain object.
    if (json.fields !== undefined) return claimable(json.fields, path, leaveOut);
    leaveOut(path, typeof json.type === 'string' ? json.type : 'unknown');
    return undefined;
  }
  const entries: readonly (readonly [string, Json])[] = Object.entries(json);
  const parts = entries.map(([key, part]) => [key, claimable(part, childPointer(path, key), leaveOut)] as const);
  if (parts.every(([, part], index) => part === entries[index]?.[1])) return json;
  const isWhole = parts.every(([, part]) => part !== undefined);
  if (!isJsonObject(json)) return isWhole ? parts.map(([, part]) => part as Json) : undefined;
  if ('$' in json && !isWhole) return undefined;
  return Object.fromEntries(parts.flatMap(([key, part]) => (part === undefined ? [] : [[key, part]])));
}
