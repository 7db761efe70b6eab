import type { Json, Redactor, Run } from '@stepfork/trace';
import { freshId, nodeVersion, startTime } from '../ambient-defaults.ts';
import { metVersions } from '../modules/met-packages.ts';
import type { RecordOptions } from './record-options.ts';

/** The head of a run that starts now. */
export function runHead(
  input: Json,
  redactor: Redactor | null,
  { agent, run, startedAt }: Pick<RecordOptions, 'agent' | 'run' | 'startedAt'>,
): Run {
  return {
    id: freshId(),
    agent: agent ?? null,
    input,
    startedAt: startedAt?.toISOString() ?? startTime(),
    git: null,
    policies: {},
    redaction: redactor && { keyId: redactor.keyId, rules: redactor.rules },
    ...run,
    versions: { node: nodeVersion(), ...run?.versions, ...metVersions() },
  };
}
