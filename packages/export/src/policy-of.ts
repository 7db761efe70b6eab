import type { PolicyName, PolicyRules } from '@stepfork/replay';
import type { Call } from '@stepfork/trace';

/** How a recorded call would be answered; what declares itself an effect counts as a sink, whatever freezes it. */
export function policyOf({ kind, name, effect }: Call, { tools = {}, models = {} }: PolicyRules): PolicyName {
  if (kind === 'tool' && effect) return 'sink';
  const rules = kind === 'tool' ? tools : models;
  return (Object.hasOwn(rules, name) ? rules[name] : rules['*']) ?? 'frozen';
}
