import type { Step } from '@stepfork/trace';
import type { IdDialect } from '../dialects/id-dialect.ts';
import { idsOfAnswer } from './ids-of-answer.ts';
import { mapIds } from './map-ids.ts';

/** The ids of a recording, in one dialect. */
export interface RecordedIds {
  /** It stands in an answer or in a request. */
  has(id: string): boolean;
  /** One answer minted it, at one place, and no request held it before. */
  isMintedOnce(id: string): boolean;
}

const byRecording = new WeakMap<readonly Step[], Map<IdDialect, RecordedIds>>();

export function recordedIds(steps: readonly Step[], dialect: IdDialect): RecordedIds {
  const byDialect = byRecording.get(steps) ?? new Map<IdDialect, RecordedIds>();
  byRecording.set(steps, byDialect);
  const known = byDialect.get(dialect);
  if (known !== undefined) return known;
  const made = indexIds(steps, dialect);
  byDialect.set(dialect, made);
  return made;
}

function indexIds(steps: readonly Step[], dialect: IdDialect): RecordedIds {
  const models = steps.filter(({ call }) => call.kind === 'model');
  const minters = new Map<string, readonly Step[]>();
  for (const step of models) for (const { id } of idsOfAnswer(step.outcome, dialect)) minters.set(id, [...(minters.get(id) ?? []), step]);
  const asked = new Set<string>();
  const askedBefore = new Set<string>();
  for (const step of models) {
    mapIds(step.call.input, dialect, (id) => {
      asked.add(id);
      if (minters.get(id)?.some((minter) => !isAfter(step, minter))) askedBefore.add(id);
      return id;
    });
  }
  return {
    has: (id) => minters.has(id) || asked.has(id),
    isMintedOnce: (id) => minters.get(id)?.length === 1 && !askedBefore.has(id),
  };
}

function isAfter(step: Step, { index, endedAtMs }: Step): boolean {
  return step.index > index && endedAtMs !== null && step.startedAtMs >= endedAtMs;
}
