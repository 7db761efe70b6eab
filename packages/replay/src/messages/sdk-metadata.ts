import { isJsonObject, type Json, type JsonObject, type Outcome } from '@stepfork/trace';

/** What an answer in the form of the AI SDK says of itself, beside what the model says: its id, its time, the raw body it was made of. */
export interface SdkMetadata {
  /** The parts of the answer that hold such, by their place. */
  readonly places: readonly { readonly at: string; readonly metadata: JsonObject }[];
  /** A value of the answer with other metadata, and without the request: what was asked stands beside the answer. */
  change(value: Json, change: (metadata: JsonObject) => Json): Json;
}

/** `null`: the answer has another form. */
export function sdkMetadata(outcome: Outcome): SdkMetadata | null {
  if (outcome.kind === 'returned') {
    const { value } = outcome;
    if (!isJsonObject(value) || !Array.isArray(value.content) || !('finishReason' in value)) return null;
    return { places: placesIn(value, ''), change: inValue };
  }
  if (outcome.kind !== 'streamed' || outcome.stream !== 'parts') return null;
  const isOfSdk = outcome.chunks.some(({ value }) => isJsonObject(value) && (value.type === 'stream-start' || value.type === 'finish'));
  if (!isOfSdk) return null;
  return { places: outcome.chunks.flatMap(({ value }, at) => (isJsonObject(value) ? placesIn(value, `/${at}`) : [])), change: inValue };
}

function placesIn(value: JsonObject, at: string): SdkMetadata['places'] {
  if (value.type === 'response-metadata') return [{ at, metadata: value }];
  return isJsonObject(value.response) ? [{ at: `${at}/response`, metadata: value.response }] : [];
}

function inValue(value: Json, change: (metadata: JsonObject) => Json): Json {
  if (!isJsonObject(value)) return value;
  if (value.type === 'response-metadata') return change(value);
  const { request: _request, ...others } = value;
  return isJsonObject(others.response) ? { ...others, response: change(others.response) } : others;
}
