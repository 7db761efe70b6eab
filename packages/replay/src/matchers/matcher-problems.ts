import type { Json } from '@stepfork/trace';
import { z } from 'zod';
import { compilePattern } from './compile-pattern.ts';
import { isMatcher, matchTypes } from './matcher.ts';

const bounds = { min: z.number().optional(), max: z.number().optional() };
const size = z.int().min(0);

const matcher = z
  .strictObject({
    $: z.literal('match'),
    type: z.enum(matchTypes).optional(),
    pattern: z.string().optional(),
    flags: z.string().optional(),
    ...bounds,
    length: z.union([size, z.strictObject({ min: size.optional(), max: size.optional() })]).optional(),
  })
  .superRefine(({ pattern, flags, min, max, length, type }, context) => {
    const refuse = (path: string[], message: string): void => context.addIssue({ code: 'custom', path, message });
    if ([type, pattern, min, max, length].every((part) => part === undefined)) refuse([], 'give type, pattern, min, max or length');
    if (flags !== undefined && pattern === undefined) refuse(['flags'], 'flags needs pattern');
    const why = patternProblem(pattern, flags);
    if (why !== null) refuse(['pattern'], why);
    if (isEmptyRange({ min, max })) refuse([], 'min is greater than max');
    if (typeof length === 'object') {
      if (length.min === undefined && length.max === undefined) refuse(['length'], 'give a number, min, max or both');
      if (isEmptyRange(length)) refuse(['length'], 'min is greater than max');
    }
  });

/** What is wrong with the matchers within a part of a claim, each with the keys and indices that lead to it. */
export function matcherProblems(json: Json, path: readonly PropertyKey[] = []): readonly { path: PropertyKey[]; message: string }[] {
  if (json === null || typeof json !== 'object') return [];
  if (isMatcher(json)) return (matcher.safeParse(json).error?.issues ?? []).flatMap((issue) => problemsOf(issue, path));
  const parts: readonly (readonly [PropertyKey, Json])[] = Array.isArray(json) ? [...json.entries()] : Object.entries(json);
  return parts.flatMap(([key, part]) => matcherProblems(part, [...path, key]));
}

/** Why a pattern cannot be taken; `null` if it can. */
export function patternProblem(pattern: string | undefined, flags: string | undefined): string | null {
  if (pattern === undefined) return null;
  try {
    compilePattern(pattern, flags);
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}

function problemsOf(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): readonly { path: PropertyKey[]; message: string }[] {
  const at = [...path, ...issue.path];
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...at, key], message: 'unknown key' }))
    : [{ path: at, message: issue.message }];
}

function isEmptyRange({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }): boolean {
  return min !== undefined && max !== undefined && min > max;
}
