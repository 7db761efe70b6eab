import { nearestName } from '@stepfork/trace';

/** `unknown names` as one hint: the known ones, and the nearest spelling if there is one. */
export function listKnown(word: string, known: readonly string[], noun: string): string {
  const near = nearestName(word, known);
  const list = known.length === 0 ? `There are no ${noun}.` : `Known ${noun}: ${known.join(', ')}.`;
  return near === null ? list : `Did you mean ${near}? ${list}`;
}
