import { isSink, type PolicyRules } from '@stepfork/replay';
import { UsageError } from '../errors/usage-error.ts';

/**
 * A sink of the config is an effect, whatever a flag makes of it for once: while a fork is made its body never runs.
 *
 * @param live what was named to run for real
 * @param policies those in force, config and flags together
 * @throws UsageError
 */
export function refuseEffects(live: readonly string[], policies: PolicyRules, configured: PolicyRules): void {
  const named = live.flatMap((text) => (text.startsWith('model:') ? [] : [text.replace(/^tool:/, '')]));
  for (const name of named) if (name !== '*' && isSink(configured, name)) throw isAnEffect(name);
  for (const [name, policy] of Object.entries(policies.tools ?? {})) {
    const mayRun = policy === 'live' || (policy === 'frozen' && named.includes('*'));
    if (mayRun && isSink(configured, name)) throw isAnEffect(name);
  }
}

function isAnEffect(name: string): UsageError {
  return new UsageError(
    `${name === '*' ? 'Every other tool' : name} is a sink by the config, and effects never run while a fork is made, whatever --policy says.`,
    'Declare its answer instead (--answer), or attach a run of the corrected code that was recorded where its effects are allowed (--from).',
  );
}
