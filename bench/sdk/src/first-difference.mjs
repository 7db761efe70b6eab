import { diffJson } from '@stepfork/trace';

/** Where two values part, in words; `null`: they are the same. */
export function firstDifference(expected, actual, what) {
  const [first] = diffJson(expected, actual);
  if (first === undefined) return null;
  const shown = (value) => (JSON.stringify(value) ?? 'nothing').slice(0, 120);
  return `${what} differs at ${first.path}: ${shown(first.expected)} became ${shown(first.actual)}`;
}
