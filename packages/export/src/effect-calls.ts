import type { PolicyRules } from '@stepfork/replay';
import type { Call, Step, Trace } from '@stepfork/trace';

/** The calls of a run that are effects: of a tool that is declared an effect or whose policy is sink, in the order of starts. */
export function effectCalls(trace: Trace, policies: PolicyRules): readonly Call[] {
  return trace.steps.filter(({ call }) => isEffect(call, policies)).map(({ call }) => call);
}

/** Those that a replay sees: an effect inside a body that does not run is never called. */
export function seenEffectCalls(trace: Trace, policies: PolicyRules): readonly Call[] {
  const isSeen = ({ parent }: Step): boolean => {
    const outer = parent === null ? undefined : trace.steps[parent];
    return outer === undefined || (policyOf(outer.call, policies) === 'live' && !isEffect(outer.call, policies) && isSeen(outer));
  };
  return trace.steps.filter((step) => isEffect(step.call, policies) && isSeen(step)).map(({ call }) => call);
}

function isEffect(call: Call, policies: PolicyRules): boolean {
  return call.kind === 'tool' && (call.effect || policyOf(call, policies) === 'sink');
}

function policyOf({ kind, name }: Call, { tools = {}, models = {} }: PolicyRules): string | undefined {
  const rules = kind === 'tool' ? tools : models;
  return Object.hasOwn(rules, name) ? rules[name] : rules['*'];
}
