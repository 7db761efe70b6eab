import { isAbsolute, relative, sep } from 'node:path';
import type { Outcome } from './outcome.ts';

/**
 * The line by which GitHub shows a verdict beside the code; empty for a pass.
 *
 * @param workspace the checkout, to which GitHub takes paths relative
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function annotationOf(
  { kind, lines, place }: Outcome,
  { isAllowed, workspace }: { readonly isAllowed: boolean; readonly workspace: string },
): string {
  if (kind === 'pass') return '';
  const path = relative(workspace, place.file);
  const file = path.startsWith('..') || isAbsolute(path) ? place.file : path;
  const properties = { file: file.split(sep).join('/'), line: String(place.line), title: `stepfork: ${kind}` };
  const told = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${kind === 'inconclusive' && isAllowed ? 'warning' : 'error'} ${told.join(',')}::${data(lines.join('\n'))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
