import type { Redactor } from '@stepfork/trace';
import { freshKey } from '../ambient-defaults.ts';
import type { RecordOptions } from '../recording/record-options.ts';
import { createProjectRedactor } from './project-redactor.ts';

/** The redactor of a run; `null`: secrets are recorded as they are. */
export function redactorOf({ redactor, redaction = true }: Pick<RecordOptions, 'redactor' | 'redaction'>): Redactor | null {
  if (!redaction) return null;
  return redactor ?? createProjectRedactor({ key: freshKey() });
}
