import { UsageError } from '../errors/usage-error.ts';

/** A fork is made by a person who reviews it: what CI would record, nobody has looked at. */
export function refuseInCi(env: NodeJS.ProcessEnv = process.env): void {
  if (!/^(?:1|true)$/i.test(env.CI ?? '')) return;
  throw new UsageError(
    'No fork is made in CI (CI is set in the environment).',
    'Make it on your own machine, look at it with `stepfork inspect`, and commit the trace.',
  );
}
