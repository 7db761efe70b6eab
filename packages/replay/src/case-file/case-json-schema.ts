import { z } from 'zod';
import { caseFileSchema } from './case-file-schema.ts';

/** The JSON Schema (draft 2020-12) of case files, as published in `schema/case.schema.json`. What it cannot say, `parseCaseFile` checks. */
export function caseJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(caseFileSchema, { target: 'draft-2020-12', io: 'input' });
}
