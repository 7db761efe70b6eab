import { StepforkError } from '@stepfork/trace';

export interface SchemaProblem {
  /** JSON Pointer into the file; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** A claim or case file does not follow its schema. Holds all problems at once. */
export class SchemaError extends StepforkError {
  static override readonly name = 'SchemaError';
  readonly source: string;
  readonly problems: readonly SchemaProblem[];

  constructor(what: 'claim' | 'case file', source: string, problems: readonly SchemaProblem[]) {
    const list = problems.map(({ path, message }) => `${path === '' ? '(root)' : path}: ${message}`).join('; ');
    super(what === 'claim' ? 'STEPFORK_CLAIM' : 'STEPFORK_CASE_FILE', `the ${what} ${source} is not valid: ${list}`, {
      hint: `Correct the ${problems.length === 1 ? 'field' : `${problems.length} fields`} named above.`,
    });
    this.source = source;
    this.problems = problems;
  }
}
