import { type Problem, readTrace, StepforkError, type TraceFile, validateTrace } from '@stepfork/trace';
import { element } from './element.ts';
import { showRun } from './show-run.ts';

/** All that is in a file, or why it is refused, and what is wrong with it. */
export async function showFile(name: string, bytes: Uint8Array): Promise<readonly HTMLElement[]> {
  const problems = await validateTrace(bytes, { source: name });
  const list = problems.length === 0 ? [] : [element('ul', ...problems.map(showProblem))];
  try {
    const file = await readTrace(bytes, { source: name });
    const runs = [file.trunk, ...file.forks].map((trace, at) => showRun(at === 0 ? 'Trunk' : `Fork ${at}`, trace));
    return [element('h1', name), element('p', summaryOf(file, bytes.length)), ...list, ...runs];
  } catch (error) {
    if (!StepforkError.isInstance(error)) throw error;
    return [element('h1', name), element('p.error', error.message), element('p', error.hint), element('p.weak', error.code), ...list];
  }
}

function summaryOf({ trunk, forks, sealed, damage }: TraceFile, size: number): string {
  const state = sealed ? 'sealed' : 'not sealed';
  const parts = [`${size} bytes`, state, `${trunk.steps.length} steps`, `${forks.length} forks`, ...(damage === null ? [] : [damage])];
  return parts.join(' · ');
}

function showProblem({ severity, place, message }: Problem): HTMLElement {
  const where = place === null ? '' : 'line' in place ? `line ${place.line}: ` : `byte ${place.offset}: `;
  return element(`li.${severity}`, `${where}${message}`);
}
