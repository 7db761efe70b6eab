import type { AnswerForm, RecordedParts } from '@stepfork/interceptor';
import { decodeValue, encodeValue, findOpaque, freezeParts, type Json, type Returned } from '@stepfork/trace';
import { type Pace, recordedStream, type StreamEnds, type Streamed } from '../streams/recorded-stream.ts';
import { replayedStream } from '../streams/replayed-stream.ts';
import { isUntagged } from './is-untagged.ts';
import { noteClasses } from './recognised-errors.ts';
import type { Given } from './ruling.ts';

/** What to do where a recorded answer cannot be given. Each gives the error that the agent gets. */
export interface Refusals {
  opaque(found: { readonly path: string; readonly type: string }): Error;
  streamCut(): Error;
  /** The agent waits for more of a stream that gave no more while it was recorded. */
  streamStuck(): void;
  /** The recorded value cannot be decoded. */
  invalid(error: unknown): unknown;
}

/**
 * Gives the agent a recorded outcome: a fresh value, an error that its `catch` recognises, a stream chunk by chunk. What was open when the
 * recording ended stays open.
 *
 * @param cutBy chance by which the bytes of an answer in parts are cut elsewhere.
 */
export function deliver(given: Given, refusals: () => Refusals, pace: Pace, form?: AnswerForm, cutBy?: () => number): unknown {
  switch (given.kind) {
    case 'declared':
      return form === undefined ? copied(given.value) : form.made(copied(given.value));
    case 'returned':
      return form === undefined ? answerOf(given, refusals) : form.made(carried(given.value, refusals));
    case 'threw':
      throw carried(given.error, refusals);
    case 'streamed':
      if (form !== undefined) return form.rebuild({ ...recordedParts(given, refusals, pace), ...(cutBy && { cutBy }) });
      return replayedStream(recordedStream(given, endsOf(refusals), pace), given.stream, (member) =>
        refusals().opaque({ path: `/${member}`, type: 'member of a stream' }),
      );
    case 'interrupted':
      return forever();
  }
}

function endsOf(refusals: () => Refusals): StreamEnds {
  return {
    carried: (value) => carried(value, refusals),
    cut: () => refusals().streamCut(),
    stuck: () => refusals().streamStuck(),
  };
}

/** Parts come as they were recorded: their boundary knows what they are. */
function recordedParts(given: Streamed, refusals: () => Refusals, pace: Pace): RecordedParts {
  const chunk = (value: Json): Json => {
    refuseOpaque(value, refusals);
    return value;
  };
  const { next, leave } = recordedStream(given, { ...endsOf(refusals), chunk }, pace);
  return { next: next as RecordedParts['next'], leave, isWhole: given.end.kind === 'done' };
}

function refuseOpaque(value: Json, refusals: () => Refusals): void {
  const opaque = findOpaque(value);
  if (opaque !== null) throw refusals().opaque(opaque);
}

/** What the agent could not change where it was recorded it cannot change here. */
function answerOf({ value, frozen }: Returned, refusals: () => Refusals): unknown {
  const live = carried(value, refusals);
  if (frozen === undefined) return live;
  try {
    freezeParts(live, frozen);
    return live;
  } catch (error) {
    throw refusals().invalid(error);
  }
}

function carried(value: Json, refusals: () => Refusals): unknown {
  if (isUntagged(value)) return decodeValue(value);
  refuseOpaque(value, refusals);
  try {
    const decoded = decodeValue(value);
    noteClasses(decoded, value);
    return decoded;
  } catch (error) {
    throw refusals().invalid(error);
  }
}

/** What one call does to its answer no other call sees, nor the next replay. What cannot be copied is the user's word as it is. */
function copied(value: unknown): unknown {
  const json = encodeValue(value);
  return findOpaque(json) === null ? decodeValue(json) : value;
}

function forever(): Promise<never> {
  return new Promise(() => {});
}
