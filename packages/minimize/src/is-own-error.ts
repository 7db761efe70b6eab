import { type Json, type JsonObject, StepforkError } from '@stepfork/trace';

/** A recorded error of ours, of whatever copy or package: by the classes that it has. A `code` can be anybody's. */
export function isOwnError(error: Json): boolean {
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return false;
  const { class: own, bases } = error as JsonObject;
  return [own, ...(Array.isArray(bases) ? bases : [])].includes(StepforkError.name);
}
