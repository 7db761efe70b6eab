import { decodeValue, isJsonObject, type Json, type JsonObject, type Outcome, type Step } from '@stepfork/trace';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { framesOf } from '../frames/frames-of.ts';
import { messageAnswer } from '../messages/message-answer.ts';
import { liveNames, requireLiveNames } from '../policies/live-names.ts';
import { prepareReplays } from '../prepare-replay.ts';
import { type RunReplay, runReplay } from '../run-replay.ts';
import { refuseLostSecrets } from '../secrets/refuse-lost-secrets.ts';
import type { Streamed } from '../streams/recorded-stream.ts';
import type { Agent, Traces } from '../test-case.ts';
import { derivedTrace } from './derived-trace.ts';
import { type Forked, type ForkOptions, replayLive } from './fork-on-demand.ts';
import { refuseOtherType } from './refuse-other-types.ts';

export interface WhatIfOptions extends ForkOptions {
  /** The recorded step of the trunk whose answer is replaced. */
  readonly at: number;
  /** The other answer, encoded; an encoded error is thrown. */
  readonly answer: Json;
}

/**
 * Replays the trunk with another answer in the place of one that was recorded, and goes on from there: what if the tool had timed out? What
 * comes of it is another world: a trace for a file of its own, which no check tries as a recording.
 *
 * @param runOne follows one recording; by default in this process.
 * @throws ConfigurationError before anything runs, for a step that is not there or gave no answer, and for an answer of another type;
 *   see also {@link forkOnDemand}
 */
export async function whatIf(traces: Traces, agent: Agent, options: WhatIfOptions, runOne: RunReplay = runReplay): Promise<Forked> {
  const { at, answer, live = [], run, onLive, ...rules } = options;
  const [prepared] = await prepareReplays(traces, agent, rules, [], live);
  const { recording, known, table } = prepared;
  liveNames(live, table);
  requireLiveNames(live, known, table);
  const step = recording.steps[at];
  if (step === undefined) throw noStep(at, recording.steps.length);
  const outcome = outcomeOf(step, answer);
  const forked = await replayLive(
    prepared,
    { live, onLive, runOne },
    (done) => {
      refuseLostSecrets(done.replay.trace, prepared.redaction);
      const derived = { kind: 'what-if', of: recording.run.id, step: at } as const;
      return derivedTrace(done.replay, { ...run, startedAt: recording.run.startedAt, derived });
    },
    { whatIf: { step: at, given: outcome } },
  );
  const wasAsked = forked.replay.receipt.entries.some((entry) => entry.how === 'declared' && entry.from === at);
  if (forked.kind === 'forked' && !wasAsked) return { kind: 'nothing-asked', replay: forked.replay };
  return forked;
}

/**
 * An adapter makes an answer of a value, so one that came over HTTP can be replaced as well; one that came as events by the events that say the other
 * answer, where the dialect is known.
 */
function outcomeOf({ index, call, outcome }: Step, answer: Json): Outcome {
  const isError = decodeValue(answer) instanceof Error;
  const ofAdapter = outcome.kind === 'streamed' && outcome.stream === 'parts';
  const said = messageAnswer(outcome);
  if (said.kind === 'streamed' && !(ofAdapter && (isError || isFailedResponse(answer) || isEmpty(said)))) {
    const streamed = ofAdapter ? streamedAnswer(outcome, said, answer) : null;
    if (streamed !== null) return streamed;
    throw new ConfigurationError(
      `step ${index} (${call.name}) answered with a stream, which cannot be replaced by ${ofAdapter ? 'this' : 'one'} answer`,
      ofAdapter
        ? 'Give what the same API answers without a stream (OpenAI, Anthropic, Gemini, Ollama), an answer that failed, { "status": 500, "body": … }, or an error; or choose a step that returned or threw.'
        : 'Choose a step that returned or threw.',
    );
  }
  if (said.kind === 'returned' && !(ofAdapter && isResponse(answer)))
    refuseOtherType(`the answer for step ${index} (${call.name})`, answer, [said.value]);
  return isError ? { kind: 'threw', error: answer } : { kind: 'returned', value: answer };
}

/** The same response with other events, which come when the last recorded one came. `null`: nobody knows how they would look. */
function streamedAnswer(recorded: Streamed, said: Streamed, answer: Json): Streamed | null {
  const [head] = recorded.chunks;
  const last = recorded.chunks.at(-1);
  const frames = framesOf(
    said.chunks.map(({ value }) => value),
    answer,
  );
  if (head === undefined || last === undefined || frames === null) return null;
  return { ...recorded, chunks: [head, ...frames.map((value) => ({ ...last, value }))], end: { kind: 'done' } };
}

function isEmpty({ chunks }: { readonly chunks: readonly unknown[] }): boolean {
  return chunks.length === 0;
}

/** As an answer of HTTP is declared: with status, headers and body. */
function isResponse(answer: Json): answer is JsonObject & { readonly status: number } {
  return isJsonObject(answer) && typeof answer.status === 'number';
}

function isFailedResponse(answer: Json): boolean {
  return isResponse(answer) && answer.status >= 400;
}

function noStep(at: number, count: number): ConfigurationError {
  return new ConfigurationError(
    `there is no step ${at} in the trunk`,
    count === 0 ? 'It has no steps.' : `It has steps 0 to ${count - 1}.`,
  );
}
