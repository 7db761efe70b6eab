import { formatPointer } from '@stepfork/trace';
import type { z } from 'zod';
import { SchemaError, type SchemaProblem } from '../errors/schema-error.ts';

/** Parses by a schema; all problems in one error. */
export function parseWith(schema: z.ZodType, json: unknown, what: 'claim' | 'case file', source: string): unknown {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  throw new SchemaError(
    what,
    source,
    result.error.issues.flatMap((issue) => problemsOf(issue, json, [])),
  );
}

/** Of a union that nothing fits, only the problems of the form that comes nearest are worth reading. */
function problemsOf(issue: z.core.$ZodIssue, json: unknown, outer: readonly PropertyKey[]): readonly SchemaProblem[] {
  const path = [...outer, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [nearest] = [...issue.errors].sort((a, b) => distance(a) - distance(b));
    return (nearest ?? []).flatMap((inner) => problemsOf(inner, json, path));
  }
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: formatPointer([...path, key]), message: 'unknown key' }));
  return [{ path: formatPointer(path), message: issue.message }];
}

/** A form whose own keys are missing is farther off than one that is merely filled in wrongly. */
function distance(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    const isMissing = issue.code === 'invalid_type' && issue.path.length <= 1 && 'input' in issue && issue.input === undefined;
    return sum + (issue.path.length === 0 ? 5 : isMissing ? 3 : 1);
  }, 0);
}
