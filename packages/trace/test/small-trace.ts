import type { Outcome, RunOutcome, Step, Trace } from '../src/trace.ts';
import { encodeValue } from '../src/values/encode-value.ts';
import { smallRun } from './small-run.ts';

/** A step, but for its place. */
export type SmallStep = Pick<Step, 'call' | 'outcome'> & { readonly parent?: number };

/** A run of these steps, one after the other; the testkit, which stands above this package, has more to offer. */
export function smallTrace(steps: readonly SmallStep[], run: { readonly input?: unknown; readonly outcome?: RunOutcome } = {}): Trace {
  return {
    run: smallRun({ id: 'run-1', agent: 'src/agent.ts#runAgent', input: encodeValue(run.input ?? null) }),
    steps: steps.map(({ call, outcome, parent }, index) => ({
      index,
      parent: parent ?? null,
      call,
      outcome,
      startedAtMs: 2 * index,
      endedAtMs: 2 * index + 1,
      endOrder: index,
      closing: null,
    })),
    draws: [],
    outcome: run.outcome ?? returned(null),
    endedAtMs: 2 * steps.length,
  };
}

export function tool(name: string, input: unknown, output: unknown, traits: { readonly parent?: number } = {}): SmallStep {
  return { call: { kind: 'tool', name, input: encodeValue(input), effect: false }, outcome: returned(output), ...traits };
}

export function effect(name: string, input: unknown, output: unknown): SmallStep {
  return { call: { kind: 'tool', name, input: encodeValue(input), effect: true }, outcome: returned(output) };
}

export function model(input: unknown, output: unknown): SmallStep {
  return { call: { kind: 'model', name: 'gpt', input: encodeValue(input), effect: false }, outcome: returned(output) };
}

export function failing(step: SmallStep, error: unknown): SmallStep {
  return { ...step, outcome: threw(error) };
}

export function streaming(step: SmallStep, ...chunks: readonly unknown[]): SmallStep {
  const outcome: Outcome = {
    kind: 'streamed',
    chunks: chunks.map((value, at) => ({ value: encodeValue(value), atMs: at, endOrder: at })),
    end: { kind: 'done' },
  };
  return { ...step, outcome };
}

export function returned(value: unknown): RunOutcome {
  return { kind: 'returned', value: encodeValue(value) };
}

export function threw(error: unknown): RunOutcome {
  return { kind: 'threw', error: encodeValue(error) };
}
