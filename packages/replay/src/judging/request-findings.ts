import type { Json, Step } from '@stepfork/trace';
import type { Claim } from '../claim/claim.ts';
import { type RequestMismatch, requestMismatches, requestWords } from './request-mismatches.ts';
import { isOfAll, type RequestStatement, requestStatementsOf } from './request-statements.ts';
import type { Finding } from './verdict.ts';

/** What these requests have broken for good, whatever is sent after them. */
export function brokenRequests(claim: Claim, steps: readonly Step[]): readonly Finding[] {
  return requestStatementsOf(claim, steps).flatMap((one): readonly Finding[] => (one.claim.every === true ? unlike(one) : tooMany(one)));
}

/** Requests that are claimed and were not made. Shown beside the one that comes nearest. */
export function missingRequests(claim: Claim, steps: readonly Step[]): readonly Finding[] {
  return requestStatementsOf(claim, steps).flatMap((one): readonly Finding[] => {
    const { made, matching, least } = one;
    if (one.claim.every === true ? made.length > 0 : matching.length >= least) return [];
    const words = requestWords(one.claim);
    const like = words === '' ? '' : ` with ${words}`;
    if (made.length === 0) return [found(`${modelWords(one)} was never asked, claimed${often(least)}${like}`, expectation(one), undefined)];
    if (matching.length > 0 || words === '') {
      const message = `${modelWords(one)} was asked ${times(matching.length)}${like}, claimed at least ${times(least)}`;
      return [found(message, least, matching.length)];
    }
    const [step, { message, expected, actual }] = nearest(one);
    return [found(`no request had ${words}: that to ${step.call.name} (step ${step.index}) ${message}`, expected, actual)];
  });
}

function unlike({ claim, made, matching }: RequestStatement): readonly Finding[] {
  const step = made.find((one) => !matching.includes(one));
  const first = step === undefined ? undefined : requestMismatches(claim, step.call.input).next().value;
  if (step === undefined || !first) return [];
  const message = `the request to ${step.call.name} (step ${step.index}) ${first.message}; claimed of every request`;
  return [found(message, first.expected, first.actual)];
}

function tooMany(statement: RequestStatement): readonly Finding[] {
  const { claim, most, matching } = statement;
  const [first] = matching;
  if (first === undefined || matching.length <= most) return [];
  const words = requestWords(claim);
  const like = words === '' ? '' : ` with ${words}`;
  if (most === 0) return [found(`${first.call.name} was asked${like} (step ${first.index}), claimed never`, undefined, first.call.input)];
  const message = `${modelWords(statement)} was asked ${times(matching.length)}${like}, claimed at most ${times(most)}`;
  return [found(message, most, matching.length)];
}

/** Of all requests that which differs least; of equals the last, which knows most. */
function nearest({ claim, made }: RequestStatement): readonly [Step, RequestMismatch] {
  const ranked = made.map((step) => [step, [...requestMismatches(claim, step.call.input)]] as const);
  const [step, [first]] = ranked.reduce((best, one) => (one[1].length <= best[1].length ? one : best));
  return [step, first as RequestMismatch];
}

function expectation({ claim: { model: _, ...like } }: RequestStatement): Json {
  return like as Json;
}

function found(message: string, expected: Json | undefined, actual: Json | undefined): Finding {
  return { kind: 'request', message, expected, actual };
}

function modelWords({ claim }: RequestStatement): string {
  return isOfAll(claim) ? 'a model' : String(claim.model);
}

function often(least: number): string {
  return least > 1 ? ` ${least} times` : '';
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
