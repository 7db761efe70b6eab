import type { Mutant } from '../mutant.ts';
import type { Reference } from '../reference.ts';
import { answerLeaves } from './answer-leaves.ts';
import { benignCalls } from './benign-calls.ts';
import { benignOutputs } from './benign-output.ts';
import { brokenOrders } from './broken-orders.ts';
import { callArguments } from './call-arguments.ts';
import { claimLeaves } from './claim-leaves.ts';
import { errorParts } from './error-parts.ts';
import { forbiddenCalls } from './forbidden-calls.ts';
import { newFields } from './new-fields.ts';
import { outputLeaves } from './output-leaves.ts';
import { renamedIds } from './renamed-ids.ts';
import { rewordedPrompts } from './reworded-prompts.ts';
import { droppedAndDoubledSinks } from './sink-calls.ts';

/** In the order in which a report shows them. */
const mutators: readonly ((reference: Reference) => Iterable<Mutant>)[] = [
  outputLeaves,
  errorParts,
  callArguments,
  droppedAndDoubledSinks,
  forbiddenCalls,
  brokenOrders,
  claimLeaves,
  answerLeaves,
  benignOutputs,
  benignCalls,
  rewordedPrompts,
  newFields,
  renamedIds,
];

/** Every mutant of a test, lazily and in the same order each time. */
export function* allMutants(reference: Reference): Generator<Mutant> {
  for (const mutator of mutators) yield* mutator(reference);
}
