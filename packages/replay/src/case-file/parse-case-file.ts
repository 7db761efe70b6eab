import { parseWith } from '../claim/parse-with.ts';
import type { CaseFile } from './case-file.ts';
import { caseFileSchema } from './case-file-schema.ts';

/**
 * Checks a case file that was read as JSON.
 *
 * @param source names the file in the message.
 * @throws SchemaError with all problems at once, each with its path.
 */
export function parseCaseFile(json: unknown, source: string): CaseFile {
  return parseWith(caseFileSchema, json, 'case file', source) as CaseFile;
}
