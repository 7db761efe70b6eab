import type { Run, StreamEnd } from '@stepfork/trace';
import type { StepEnd, StepPart, StepTraits, TracePart } from './part.ts';

/** A call of the tool `name` that returned `output`. */
export function step(name: string, input: unknown, output: unknown, traits: StepTraits = {}): StepPart {
  return stepPart(name, input, { kind: 'returned', value: output }, traits);
}

/** A call of the model `name` that returned `output`. */
export function modelStep(name: string, input: unknown, output: unknown, traits: StepTraits = {}): StepPart {
  return step(name, input, output, { kind: 'model', ...traits });
}

/** A call of a tool that is declared an effect. */
export function effectStep(name: string, input: unknown, output: unknown, traits: StepTraits = {}): StepPart {
  return step(name, input, output, { effect: true, ...traits });
}

/** A call that threw `error`. */
export function failedStep(name: string, input: unknown, error: unknown, traits: StepTraits = {}): StepPart {
  return stepPart(name, input, { kind: 'threw', error }, traits);
}

/** A call that handed over a stream; `error` is what it threw if `end` is `threw`. */
export function streamedStep(
  name: string,
  input: unknown,
  chunks: readonly unknown[],
  end: StreamEnd['kind'] = 'done',
  traits: StepTraits & { readonly error?: unknown } = {},
): StepPart {
  const { error, ...rest } = traits;
  return stepPart(name, input, { kind: 'streamed', chunks, end, error }, rest);
}

/** A call that never ended. */
export function openStep(name: string, input: unknown, traits: StepTraits = {}): StepPart {
  return stepPart(name, input, { kind: 'interrupted' }, traits);
}

/** Calls that ran beside each other: they start in the order of `steps` and end in the order `ends` (indices into `steps`). */
export function parallel(steps: readonly StepPart[], ends: readonly number[] = steps.map((_, index) => index)): TracePart {
  return { part: 'parallel', steps, ends };
}

/** The input of the run; `null` if none is given. */
export function input(value: unknown): TracePart {
  return { part: 'input', value };
}

/** The run returned `value`; `null` if nothing else is said. */
export function returns(value: unknown): TracePart {
  return { part: 'outcome', kind: 'returned', value };
}

/** The run threw `error`. */
export function throws(error: unknown): TracePart {
  return { part: 'outcome', kind: 'threw', value: error };
}

/** The run never ended. */
export function killed(): TracePart {
  return { part: 'outcome', kind: 'interrupted', value: undefined };
}

/** Fields of the head of the run. */
export function head(run: Partial<Run>): TracePart {
  return { part: 'head', run };
}

function stepPart(name: string, given: unknown, end: StepEnd, traits: StepTraits): StepPart {
  return { part: 'step', name, input: given, traits, end };
}
