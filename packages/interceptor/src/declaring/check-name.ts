import { type CallKind, StepforkError } from '@stepfork/trace';

/** @throws StepforkError if `name` cannot name a tool or model. */
export function checkName(kind: CallKind, name: unknown): void {
  if (typeof name === 'string' && name !== '') return;
  throw new StepforkError(
    'STEPFORK_BOUNDARY',
    `A ${kind} needs a name; it was given ${name === '' ? 'an empty one' : `a ${typeof name}`}.`,
    {
      hint: `Write ${kind}('name', async (input) => …).`,
    },
  );
}
