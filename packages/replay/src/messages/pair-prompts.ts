import type { Prompt } from './prompts-of.ts';

/** A prompt as it was recorded, and as the code sends it now; one of the two may be missing. */
export interface PromptPair {
  readonly recorded: Prompt | null;
  readonly now: Prompt | null;
}

/**
 * Each recorded prompt with the one that has taken its place: the same one, else the one that has most in common with it, the earliest of equals.
 * What is in one list only stands alone.
 */
export function pairPrompts(recorded: readonly Prompt[], now: readonly Prompt[]): readonly PromptPair[] {
  const partners = new Map<Prompt, Prompt>();
  const free = new Set(now);
  for (const wanted of [3, 2, 1, 0]) {
    for (const old of recorded) {
      if (partners.has(old)) continue;
      const partner = [...free].find((one) => inCommon(old, one) === wanted);
      if (partner === undefined) continue;
      partners.set(old, partner);
      free.delete(partner);
    }
  }
  return [
    ...recorded.map((old) => ({ recorded: old, now: partners.get(old) ?? null })),
    ...[...free].map((one) => ({ recorded: null, now: one })),
  ];
}

function inCommon(a: Prompt, b: Prompt): number {
  return [a.model === b.model, a.instructions === b.instructions, a.tools === b.tools].filter(Boolean).length;
}
