import { relative, sep } from 'node:path';
import type { Frame } from '@stepfork/replay';
import type { Json, JsonObject, Trace } from '@stepfork/trace';
import type { Failure } from './failure.ts';
import { messageTemplate } from './message-template.ts';

/** What a run can tell of the error that ended it. */
export interface Thrown {
  readonly trace: Trace;
  /** Innermost first; empty where nobody knows. */
  readonly thrownAt: readonly Frame[];
  /** From here files are named. */
  readonly root: string;
}

/** The error that ended a run: its class, its message without the things of the day, and the innermost place in the user's own code. */
export function errorFailure({ trace, thrownAt, root }: Thrown): Failure | null {
  if (trace.outcome.kind !== 'threw') return null;
  const { name, message } = partsOf(trace.outcome.error);
  const [frame] = thrownAt;
  const place = frame === undefined ? null : `${relative(root, frame.file).split(sep).join('/')}${frame.in === null ? '' : `:${frame.in}`}`;
  return {
    keys: [`class ${name}`, `message ${messageTemplate(message)}`, ...(place === null ? [] : [`thrown in ${place}`])],
    text: `${name}: ${message}${place === null ? '' : ` (thrown in ${place})`}`,
    values: [message],
  };
}

function partsOf(error: Json): { readonly name: string; readonly message: string } {
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return { name: 'thrown value', message: JSON.stringify(error) };
  const { name, message } = error as JsonObject;
  return {
    name: typeof name === 'string' ? name : 'error',
    message: typeof message === 'string' ? message : JSON.stringify(message ?? null),
  };
}
