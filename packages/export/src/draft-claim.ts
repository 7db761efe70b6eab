import type { PolicyRules } from '@stepfork/replay';
import { childPointer, type Json, type JsonObject, type Trace } from '@stepfork/trace';
import { claimFromRun } from './claim-from-run.ts';
import { draftMark } from './find-marks.ts';

export interface DraftClaim {
  /** A claim in which each recorded value is marked, `{ "correct me": 49 }`; refused as a claim until the marks are gone. */
  readonly draft: JsonObject;
  readonly toCorrect: readonly ValueToCorrect[];
}

export interface ValueToCorrect {
  /** JSON Pointer into the draft. */
  readonly path: string;
  readonly recorded: Json;
}

/**
 * A claim to be corrected by a person, drawn from the failing run, whose values are what went wrong and so never a claim as they are.
 *
 * Every value stands in a mark of its own, so that each is looked at: a right one is taken out of its mark, a wrong one replaced by the right
 * one. The key `draft` makes it no claim for any parser, {@link parseReviewedClaim} names the marks that are left.
 *
 * @throws StepforkError `STEPFORK_RUN_NOT_FINISHED` for a run that was interrupted.
 */
export function draftClaim(trace: Trace, policies: PolicyRules = {}): DraftClaim {
  const toCorrect: ValueToCorrect[] = [];
  const mark = (path: string, recorded: Json): Json => {
    toCorrect.push({ path, recorded });
    return { [draftMark]: recorded };
  };
  const draft: Record<string, Json> = { draft: `Replace each { "${draftMark}": … } by the right value, then remove this line.` };
  const { returns, calls = [] } = claimFromRun(trace, { policies }).claim;
  if (returns !== undefined) draft.returns = marked(returns, '/returns', mark);
  else draft.throws = false;
  const drafted = calls.flatMap((call, index): readonly JsonObject[] => {
    if (!('tool' in call)) return [];
    const path = `/calls/${index}`;
    return [
      {
        tool: call.tool,
        ...(call.with === undefined ? {} : { with: marked(call.with, `${path}/with`, mark) }),
        times: mark(`${path}/times`, call.times as number),
        only: true,
      },
    ];
  });
  if (drafted.length > 0) draft.calls = drafted;
  return { draft, toCorrect };
}

/** Marks leaves: what has parts of its own keeps its shape. A tagged value is one value. */
function marked(json: Json, path: string, mark: (path: string, recorded: Json) => Json): Json {
  if (typeof json !== 'object' || json === null || '$' in json || Object.keys(json).length === 0) return mark(path, json);
  if (Array.isArray(json)) return json.map((item: Json, index) => marked(item, childPointer(path, index), mark));
  return Object.fromEntries(Object.entries(json).map(([key, part]) => [key, marked(part, childPointer(path, key), mark)]));
}
