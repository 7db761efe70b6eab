import { ConfigurationError } from '../errors/configuration-error.ts';
import type { PolicyName, PolicyRules } from '../test-case.ts';
import { nearestName } from './nearest-name.ts';
import { policyNames } from './policy-names.ts';

/** Rules as they are typed: `[tool:|model:]name=policy`. `tool:` may be left out, `*` matches any name. */
export function parsePolicyRules(texts: readonly string[]): PolicyRules {
  const rules: { tools: Record<string, PolicyName>; models: Record<string, PolicyName> } = {
    tools: Object.create(null),
    models: Object.create(null),
  };
  for (const text of texts) {
    const { kind, name, policy } = parseRule(text);
    const already = rules[kind][name];
    if (already !== undefined && already !== policy) {
      throw new ConfigurationError(`the policy of ${name} is given twice: ${already} and ${policy}`, 'Give one policy per name.');
    }
    rules[kind][name] = policy;
  }
  return { tools: { ...rules.tools }, models: { ...rules.models } };
}

function parseRule(text: string): { readonly kind: 'tools' | 'models'; readonly name: string; readonly policy: PolicyName } {
  const [, prefix = 'tool:', name, policy] = /^(tool:|model:)?(.+)=([^=]*)$/s.exec(text) ?? [];
  if (name === undefined || policy === undefined) {
    throw new ConfigurationError(`the policy rule "${text}" does not read [tool:|model:]name=policy`, 'For instance issue_refund=sink.');
  }
  const known = policyNames.find((one) => one === policy);
  if (known === undefined) {
    const nearest = nearestName(policy, policyNames);
    throw new ConfigurationError(
      `the policy "${policy}" of ${name} is unknown; known are ${policyNames.join(', ')}`,
      nearest === null ? `Choose one of ${policyNames.join(', ')}.` : `Did you mean ${nearest}?`,
    );
  }
  return { kind: prefix === 'tool:' ? 'tools' : 'models', name, policy: known };
}
