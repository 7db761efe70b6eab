import type { Step } from '@stepfork/trace';
import { element } from './element.ts';
import { folded } from './folded.ts';
import { at, showOutcome } from './show-outcome.ts';
import { showValue } from './show-value.ts';

/** A call with what came back, and the calls inside of it. */
export function showStep(step: Step, childrenOf: ReadonlyMap<number | null, readonly Step[]>): HTMLElement {
  const { call, outcome, answered } = step;
  const children = childrenOf.get(step.index) ?? [];
  const summary = [
    element('span.weak', `${step.index} ${call.kind} `),
    element('b', call.name),
    ...(call.effect ? [' (effect)'] : []),
    ' ',
    element(`span.${outcome.kind}`, outcome.kind),
    ...(answered === undefined ? [] : [element('span.weak', ` answered: ${answered.how}`)]),
    at(step.startedAtMs),
    ...(children.length === 0 ? [] : [element('span.weak', `, ${children.length} inside`)]),
  ];
  return folded(summary, () => [
    element('div.weak', 'input'),
    showValue(call.input),
    element('div.weak', outcome.kind),
    ...showOutcome(outcome),
    ...(answered !== undefined && 'lent' in answered ? [element('div.weak', 'this answer was given for'), showValue(answered.lent)] : []),
    ...children.map((child) => showStep(child, childrenOf)),
  ]);
}
