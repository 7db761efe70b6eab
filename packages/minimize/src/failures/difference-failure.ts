import { isSink, type PolicyRules } from '@stepfork/replay';
import { type Difference, diffJson, type Json, type Step, type Trace } from '@stepfork/trace';
import { errorFailure, type Thrown } from './error-failure.ts';
import type { Failure } from './failure.ts';
import { generalPath } from './general-path.ts';

/**
 * Where the buggy code does something else than the corrected code on the same recording: in what it returns, and in the effects that it has.
 *
 * @param policies a tool is an effect, too, if its policy is sink
 */
export function differenceFailure(buggy: Thrown, fixed: Trace, policies: PolicyRules): Failure | null {
  const error = errorFailure(buggy);
  if (error !== null) return fixed.outcome.kind === 'threw' ? null : error;
  const places = [...outputPlaces(buggy.trace, fixed), ...effectPlaces(buggy.trace, fixed, policies)];
  const [first] = places;
  if (first === undefined) return null;
  return {
    keys: [...new Set(places.map(({ key }) => key))].sort(),
    text: `the buggy and the fixed code disagree: ${first.text}`,
    values: places.flatMap(({ actual }) => (actual === undefined ? [] : [actual])),
  };
}

interface Place {
  readonly key: string;
  readonly text: string;
  readonly actual: Json | undefined;
}

function outputPlaces({ outcome: own }: Trace, { outcome: right }: Trace): readonly Place[] {
  if (own.kind !== 'returned' || right.kind !== 'returned') {
    return own.kind === right.kind
      ? []
      : [{ key: `ended ${own.kind}, ${right.kind}`, text: `it ${own.kind}, the fixed code ${right.kind}`, actual: undefined }];
  }
  return diffJson(right.value, own.value).map((difference) => placeOf('output', difference));
}

function effectPlaces(own: Trace, right: Trace, policies: PolicyRules): readonly Place[] {
  const [made, meant] = [effectsOf(own, policies), effectsOf(right, policies)];
  return [...new Set([...made.keys(), ...meant.keys()])].flatMap((tool) => {
    const [mine, others] = [made.get(tool) ?? [], meant.get(tool) ?? []];
    const more: readonly Place[] =
      mine.length === others.length
        ? []
        : [
            {
              key: `number of ${tool}`,
              text: `it calls ${tool} ${mine.length} times, the fixed code ${others.length} times`,
              actual: mine.length,
            },
          ];
    return [
      ...more,
      ...mine.flatMap((input, at) => (at in others ? diffJson(others[at] as Json, input).map((one) => placeOf(tool, one)) : [])),
    ];
  });
}

function effectsOf({ steps }: Trace, policies: PolicyRules): ReadonlyMap<string, readonly Json[]> {
  const inputs = new Map<string, Json[]>();
  for (const { call } of steps.filter((step) => isEffect(step, policies)))
    inputs.set(call.name, [...(inputs.get(call.name) ?? []), call.input]);
  return inputs;
}

function isEffect({ call }: Step, policies: PolicyRules): boolean {
  return call.kind === 'tool' && (call.effect || isSink(policies, call.name));
}

function placeOf(where: string, { path, expected, actual }: Difference): Place {
  const shown = (value: Json | undefined): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60));
  return {
    // Of the same types: a value that is gone is another failure than one that is wrong.
    key: `${where} ${generalPath(path)} ${typeOf(actual)} for ${typeOf(expected)}`,
    text: `${where}${path === '' ? '' : ` at ${path}`} is ${shown(actual)}, by the fixed code ${shown(expected)}`,
    actual,
  };
}

function typeOf(value: Json | undefined): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
