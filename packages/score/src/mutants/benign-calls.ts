import { canonicalJson, type Step, type Trace } from '@stepfork/trace';
import { renumbered } from '../conduct-edit.ts';
import type { Mutant } from '../mutant.ts';
import { isSink, type Reference } from '../reference.ts';

/**
 * A read more in the recording, and two reads in the other order: the code then makes one read less than was recorded, or asks in another order.
 * What the claim says of these tools, or of the number of calls, is not touched, since the code does what it did.
 */
export function* benignCalls({ recording, policies }: Reference): Generator<Mutant> {
  const reads = recording.steps.filter(
    ({ call, parent, outcome }) => isAnswered(outcome) && parent === null && call.kind === 'tool' && !isSink(call, policies),
  );
  const once = reads.find((one) => reads.filter((other) => questionOf(other) === questionOf(one)).length === 1);
  if (once !== undefined) {
    yield {
      id: `extra-read ${once.index}`,
      family: 'trajectory',
      mutator: 'extra-read',
      set: 'benign',
      place: { kind: 'run' },
      says: `${once.call.name} was asked once more when it was recorded`,
      pin: 'which calls are made',
      change: {
        kind: 'recording',
        trace: withSteps(
          recording,
          recording.steps.flatMap((step) => (step === once ? [step, { ...step }] : [step])),
        ),
      },
    };
  }
  for (const [one, other] of independentPairs(recording.steps, reads)) {
    const swapped = recording.steps.map((step) => (step === one ? other : step === other ? one : step));
    yield {
      id: `swapped-reads ${one.index}`,
      family: 'trajectory',
      mutator: 'swapped-reads',
      set: 'benign',
      place: { kind: 'run' },
      says: `${one.call.name} and ${other.call.name} were asked in the other order`,
      pin: 'the order of calls',
      change: { kind: 'recording', trace: withSteps(recording, swapped) },
    };
    return;
  }
}

/** Neighbours, neither of which asks what the other one asks: the first such pair is enough. */
function* independentPairs(steps: readonly Step[], reads: readonly Step[]): Generator<readonly [Step, Step]> {
  for (const one of reads) {
    const other = steps[one.index + 1];
    if (other !== undefined && reads.includes(other) && questionOf(one) !== questionOf(other)) yield [one, other];
  }
}

function questionOf({ call }: Step): string {
  return `${call.name} ${canonicalJson(call.input)}`;
}

function isAnswered({ kind }: Step['outcome']): boolean {
  return kind === 'returned' || kind === 'threw';
}

function withSteps(trace: Trace, steps: readonly Step[]): Trace {
  return { ...trace, steps: renumbered(steps) };
}
