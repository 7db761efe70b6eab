import type { Call, Json, JsonObject, RunOutcome, Step, Trace } from '@stepfork/trace';

/** One thing that an agent might have done otherwise, all else as it was. Data, so that another process can be told. Steps are those of its replay. */
export type ConductEdit =
  | { readonly kind: 'output'; readonly value: Json }
  /** All that was done in another run, and how that ended. */
  | { readonly kind: 'run'; readonly steps: readonly Step[]; readonly outcome: RunOutcome }
  | { readonly kind: 'error'; readonly part: 'name' | 'message' | 'code'; readonly value: Json }
  | { readonly kind: 'input'; readonly step: number; readonly value: Json }
  | { readonly kind: 'drop'; readonly step: number }
  | { readonly kind: 'repeat'; readonly step: number }
  /** A call that returned `null`, made before this step. */
  | { readonly kind: 'insert'; readonly before: number; readonly call: Call }
  | { readonly kind: 'move'; readonly step: number; readonly before: number };

/** The run as it would have been. */
export function editConduct(trace: Trace, edit: ConductEdit): Trace {
  const { steps, outcome } = trace;
  switch (edit.kind) {
    case 'output':
      return { ...trace, outcome: { kind: 'returned', value: edit.value } };
    case 'run':
      return { ...trace, steps: edit.steps, outcome: edit.outcome };
    case 'error':
      return outcome.kind === 'threw' ? { ...trace, outcome: editError(outcome, edit.part, edit.value) } : trace;
    case 'input': {
      const step = steps[edit.step];
      return step === undefined ? trace : { ...trace, steps: steps.with(edit.step, withInput(step, edit.value)) };
    }
    case 'drop':
      return { ...trace, steps: renumbered(steps.filter(({ index }) => index !== edit.step)) };
    case 'repeat':
      return { ...trace, steps: renumbered(steps.flatMap((step) => (step.index === edit.step ? [step, { ...step }] : [step]))) };
    case 'insert': {
      const added = insertedStep(edit.call, steps[edit.before]);
      return { ...trace, steps: renumbered([...steps.slice(0, edit.before), added, ...steps.slice(edit.before)]) };
    }
    case 'move': {
      const moved = steps.filter(({ index }) => index === edit.step);
      const others = steps.filter(({ index }) => index !== edit.step);
      const at = others.findIndex(({ index }) => index === edit.before);
      return { ...trace, steps: renumbered([...others.slice(0, at), ...moved, ...others.slice(at)]) };
    }
  }
}

/** Steps in another order or number, numbered anew; whose outer step is gone has none. */
export function renumbered(steps: readonly Step[]): readonly Step[] {
  const places = new Map<number, number>();
  steps.forEach(({ index }, at) => {
    if (!places.has(index)) places.set(index, at);
  });
  return steps.map((step, at) => {
    const parent = step.parent === null ? null : (places.get(step.parent) ?? null);
    return step.index === at && step.parent === parent ? step : { ...step, index: at, parent };
  });
}

function withInput(step: Step, input: Json): Step {
  return { ...step, call: { ...step.call, input } };
}

function insertedStep(call: Call, beside: Step | undefined): Step {
  const atMs = beside?.startedAtMs ?? 0;
  return {
    index: -1,
    parent: null,
    call,
    outcome: { kind: 'returned', value: null },
    startedAtMs: atMs,
    endedAtMs: atMs,
    endOrder: null,
    closing: null,
  };
}

/** Of an encoded error; of anything else that was thrown, its own key. */
function editError(outcome: Extract<RunOutcome, { readonly kind: 'threw' }>, part: 'name' | 'message' | 'code', value: Json): RunOutcome {
  const error = outcome.error as JsonObject;
  if (error.$ !== 'error' || part !== 'code') return { kind: 'threw', error: { ...error, [part]: value } };
  return { kind: 'threw', error: { ...error, fields: { ...(error.fields as JsonObject | undefined), code: value } } };
}
