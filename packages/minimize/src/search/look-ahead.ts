import { candidateKey } from './candidate-key.ts';
import type { Outcome } from './outcome.ts';
import type { Question, Step } from './step.ts';

/** A step that may be reached, with the answers that it takes. */
interface Branch {
  readonly step: () => Step;
  readonly chance: number;
  readonly assumed: Assumed | null;
}

interface Assumed {
  readonly key: string;
  readonly same: boolean;
  readonly before: Assumed | null;
}

// Where few questions are left, their orders are many: do not go through all of them.
const STEPS_PER_QUESTION = 8;

/**
 * The questions without an answer that a search will most likely ask next, the likeliest first, by key; at most `count`. The first one is certain.
 *
 * Any search gets this without code of its own, since it is the tree of its questions.
 */
export function lookAhead(from: Step, outcomes: ReadonlyMap<string, Outcome>, count: number): ReadonlyMap<string, Question> {
  const found = new Map<string, Question>();
  const branches: Branch[] = [{ step: () => from, chance: 1, assumed: null }];
  for (let steps = count * STEPS_PER_QUESTION; steps > 0 && found.size < count; steps -= 1) {
    const branch = takeLikeliest(branches);
    if (branch === null) break;
    const step = branch.step();
    if (step.kind === 'done') continue;
    const key = candidateKey(step.kept);
    const known = answerTo(key, outcomes, branch.assumed);
    if (known !== null) {
      branches.push({ ...branch, step: () => step.next(known) });
      continue;
    }
    if (!found.has(key)) found.set(key, step);
    branches.push(assuming(branch, step, key, true), assuming(branch, step, key, false));
  }
  return found;
}

function takeLikeliest(branches: Branch[]): Branch | null {
  let best = 0;
  for (const [at, { chance }] of branches.entries()) if (chance > (branches[best]?.chance ?? 0)) best = at;
  return branches.splice(best, 1)[0] ?? null;
}

function answerTo(key: string, outcomes: ReadonlyMap<string, Outcome>, assumed: Assumed | null): boolean | null {
  const outcome = outcomes.get(key);
  if (outcome !== undefined) return outcome === 'same';
  for (let one = assumed; one !== null; one = one.before) if (one.key === key) return one.same;
  return null;
}

function assuming({ chance, assumed }: Branch, question: Question, key: string, same: boolean): Branch {
  return {
    step: () => question.next(same),
    chance: chance * (same ? question.chance : 1 - question.chance),
    assumed: { key, same, before: assumed },
  };
}
