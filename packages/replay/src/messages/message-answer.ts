import { type Chunk, isJsonObject, type Outcome } from '@stepfork/trace';
import { isResponseHead } from './is-response-head.ts';

/** An answer as it was meant: of one that was recorded over HTTP, the JSON of its body, or its events one by one. */
export function messageAnswer(outcome: Outcome): Outcome {
  if (outcome.kind !== 'streamed' || !isResponseHead(outcome.chunks[0]?.value)) return outcome;
  const parts = outcome.chunks.slice(1);
  const [first] = parts;
  const whole = parts.length === 1 && isJsonObject(first?.value) ? first.value.json : undefined;
  if (whole !== undefined) return { kind: 'returned', value: whole };
  return { ...outcome, chunks: parts.flatMap(eventOf) };
}

function eventOf(chunk: Chunk): readonly Chunk[] {
  const { value, atMs, endOrder } = chunk;
  const event = isJsonObject(value) ? (value.data ?? value.line ?? value.json) : undefined;
  return event === undefined ? [] : [{ value: event, atMs, endOrder }];
}
