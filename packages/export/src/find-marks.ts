import { childPointer, type Json } from '@stepfork/trace';

/** The only key of an object that stands for a recorded value nobody has looked at yet. */
export const draftMark = 'correct me';

/** JSON Pointers to the marks that are left in a draft of a claim. */
export function findMarks(json: Json, path = ''): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  const keys = Object.keys(json);
  if (keys.length === 1 && keys[0] === draftMark) return [path];
  return Object.entries(json).flatMap(([key, part]) => findMarks(part, childPointer(path, key)));
}
