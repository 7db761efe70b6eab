import { canonicalJson, type Difference, diffJson, type Json, type Step } from '@stepfork/trace';
import type { Divergence } from '../judging/divergence.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Question } from '../ledger/question.ts';

interface Candidate {
  readonly step: number;
  readonly differences: readonly Difference[];
  readonly used: boolean;
}

/** So many steps at most are compared, and so many characters of input: a long conversation is compared with a few neighbours only. */
const mostCompared = 100;
const mostCharacters = 3_000_000;

/** The recorded step of the same name whose input differs least; of equals one that nobody asked for, then the first. */
export function nearestStep(question: Question, ledger: Ledger): Divergence['nearest'] {
  let best: Candidate | null = null;
  for (const step of neighbours(question, ledger)) {
    const candidate = { step: step.index, differences: diffJson(step.call.input, question.compared.request), used: ledger.isUsed(step) };
    if (best === null || isNearer(candidate, best)) best = candidate;
  }
  return best === null ? null : { step: best.step, differences: best.differences.map((one) => asWritten(one, question.compared)) };
}

/** With the ids that the agent wrote. One that is written like the recorded one, and is of another answer, says so. */
function asWritten(difference: Difference, { written }: Question['compared']): Difference {
  const { actual, expected } = difference;
  if (written.size === 0 || actual === undefined) return difference;
  const own = withIds(actual, written);
  return { ...difference, actual: own === expected && typeof own === 'string' ? `${own} (of another answer)` : own };
}

function withIds(json: Json, written: ReadonlyMap<string, string>): Json {
  if (typeof json === 'string') return written.get(json) ?? json;
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map((item) => withIds(item, written));
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, withIds(value, written)]));
}

/** Steps of the name, those around the first that nobody asked for first. */
function neighbours({ kind, name, input }: Question, ledger: Ledger): readonly Step[] {
  const steps = ledger.index().stepsOf(kind, name);
  const most = Math.min(mostCompared, Math.max(5, Math.floor(mostCharacters / canonicalJson(input).length)));
  if (steps.length <= most) return steps;
  const firstUnused = steps.findIndex((step) => !ledger.isUsed(step));
  const here = firstUnused === -1 ? steps.length : firstUnused;
  const start = Math.max(0, Math.min(here - Math.floor(most / 2), steps.length - most));
  return steps.slice(start, start + most);
}

function isNearer(a: Candidate, b: Candidate): boolean {
  if (a.differences.length !== b.differences.length) return a.differences.length < b.differences.length;
  return !a.used && b.used;
}
