import { isJsonObject, type Json } from '@stepfork/trace';

/** What OpenAI says that a function is given is text: an object would come to the agent as `[object Object]`. */
export function hasWrittenArguments(called: Json): boolean {
  return !isJsonObject(called) || called.arguments === undefined || typeof called.arguments === 'string';
}
