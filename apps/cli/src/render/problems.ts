import type { Problem } from '@stepfork/trace';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';

/** What is wrong with a file, one line each with its place. */
export function renderProblems(source: string, problems: readonly Problem[], style: Style): string {
  if (problems.length === 0) return `${source}: no problem`;
  return problems
    .map(({ severity, place, message }) => {
      const colour = severity === 'error' ? style.red : style.yellow;
      return `${source}${placeText(place)}: ${colour(severity)}: ${printable(message)}`;
    })
    .join('\n');
}

function placeText(place: Problem['place']): string {
  if (place === null) return '';
  return 'line' in place ? `, line ${place.line}` : `, byte ${place.offset}`;
}
