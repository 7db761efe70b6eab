import type { CallKind } from '@stepfork/trace';
import { ConfigurationError } from '../errors/configuration-error.ts';
import type { PolicyName, PolicyRules } from '../test-case.ts';
import type { KnownNames } from './known-names.ts';
import { policyNames } from './policy-names.ts';
import { requireKnown } from './require-known.ts';

export interface PolicyTable {
  /** `declared`: the tool that is called says itself that it is an effect. */
  readonly policyOf: (kind: CallKind, name: string, declared: boolean) => PolicyName;
  /** A call of this tool is an effect: declared one, or answered by a sink. Models never are. */
  readonly isEffect: (kind: CallKind, name: string) => boolean;
  /** Tools that are known to declare themselves effects. Grows where a tool is defined during the run. */
  readonly declared: Set<string>;
}

/**
 * Rules against the names they can mean: an exact name goes before `*`, a tool's own declaration (sink) stands between the two.
 *
 * @throws ConfigurationError for a name that nobody knows and for `live` on a declared effect.
 */
export function resolvePolicies(rules: PolicyRules, known: KnownNames): PolicyTable {
  const declared = new Set(known.effects);
  const exact = { tool: ruleMap('tool', rules.tools, known.tools), model: ruleMap('model', rules.models, known.models) };
  for (const name of declared) refuseLive(exact.tool, name);
  const ruled = (kind: CallKind, name: string): PolicyName => {
    const byDeclaration = kind === 'tool' && declared.has(name) ? 'sink' : undefined;
    return exact[kind].get(name) ?? byDeclaration ?? exact[kind].get('*') ?? 'frozen';
  };
  return {
    declared,
    policyOf(kind, name, isDeclared) {
      if (kind === 'tool' && isDeclared && !declared.has(name)) {
        refuseLive(exact.tool, name);
        declared.add(name);
      }
      return ruled(kind, name);
    },
    isEffect: (kind, name) => kind === 'tool' && (declared.has(name) || ruled(kind, name) === 'sink'),
  };
}

function ruleMap(
  kind: CallKind,
  rules: Readonly<Record<string, PolicyName>> | undefined,
  known: ReadonlySet<string>,
): Map<string, PolicyName> {
  const map = new Map<string, PolicyName>();
  for (const [name, policy] of Object.entries(rules ?? {})) {
    if (name !== '*') requireKnown(kind, name, known, `the policy ${kind}:${name}=${policy}`);
    if (!policyNames.includes(policy)) {
      throw new ConfigurationError(
        `the policy "${policy}" of ${name} is unknown; known are ${policyNames.join(', ')}`,
        'Choose one of these.',
      );
    }
    map.set(name, policy);
  }
  return map;
}

function refuseLive(tools: ReadonlyMap<string, PolicyName>, name: string): void {
  if (tools.get(name) === 'live') {
    throw new ConfigurationError(
      `the tool ${name} declares itself an effect, so its body never runs in a replay`,
      `Leave the policy out, or write ${name}=sink.`,
    );
  }
}
