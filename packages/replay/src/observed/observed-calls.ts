import { isJsonObject, type Json, type Step } from '@stepfork/trace';
import { isWireRequest } from '../messages/is-wire-request.ts';
import type { AskedCall } from './asked-call.ts';
import { askedCalls } from './asked-calls.ts';
import { type ToldResult, toldResults } from './told-results.ts';

/** A call of a tool that is no boundary, read off what went to and came from models: it was asked for, and its result was told. */
export interface ObservedCall extends AskedCall {
  /** What the model was told that came of it. */
  readonly result: Json;
  /** The step whose answer asked for it. */
  readonly askedBy: Step;
  /** The step whose request told its result. */
  readonly toldTo: Step;
}

/**
 * The calls of tools that nobody records: an agent that runs its own loop, or lets an SDK run it whose tools are not wrapped. Of a tool that has
 * a boundary none is observed, since its calls are steps.
 *
 * Looked at are models that were asked over HTTP or through the AI SDK, and not in the body of another call, which is that call's own affair.
 * What was asked for and never answered is no call: a model is often asked for its answer in the form of one. Whether the body has run, or the
 * agent has answered in its place, nobody can tell.
 *
 * @param boundaries tools that are known to have one, beside those that these steps call
 */
export function observedCalls(steps: readonly Step[], boundaries: ReadonlySet<string> = new Set()): readonly ObservedCall[] {
  const watched = steps.filter(isWatched);
  if (watched.length === 0) return [];
  const own = new Set(steps.flatMap(({ call }) => (call.kind === 'tool' ? [call.name] : [])));
  const asked: (AskedCall & { readonly askedBy: Step })[] = [];
  const told = new Map<AskedCall, Pick<ObservedCall, 'result' | 'toldTo'>>();
  for (const step of watched) {
    const open = asked.filter((one) => !told.has(one));
    for (const result of open.length === 0 ? [] : toldResults(step.call.input)) {
      const at = open.findIndex((one) => isResultOf(result, one));
      const [one] = at === -1 ? [] : open.splice(at, 1);
      if (one !== undefined) told.set(one, { result: result.value, toldTo: step });
    }
    const calls = askedCalls(step.outcome).filter(({ name }) => !own.has(name) && !boundaries.has(name));
    asked.push(...calls.map((call) => ({ ...call, askedBy: step })));
  }
  return asked.flatMap((one) => {
    const answer = told.get(one);
    return answer === undefined ? [] : [{ ...one, ...answer }];
  });
}

function isWatched({ parent, call }: Step): boolean {
  if (call.kind !== 'model' || parent !== null) return false;
  const { input } = call;
  return isWireRequest(input) || (isJsonObject(input) && Array.isArray(input.prompt));
}

function isResultOf(told: ToldResult, asked: AskedCall): boolean {
  if (told.id !== null && asked.id !== null) return told.id === asked.id;
  return told.name === null || told.name === asked.name;
}
