import type { JsonObject } from '@stepfork/trace';
import type { Mutant } from '../mutant.ts';
import { otherLeaf } from '../other-leaf.ts';
import type { Reference } from '../reference.ts';
import { show } from '../show.ts';

/** Name, message and code of the error that the right code throws, as they might have been wrong. */
export function* errorParts({ trace: { outcome } }: Reference): Generator<Mutant> {
  if (outcome.kind !== 'threw' || outcome.error === null || typeof outcome.error !== 'object') return;
  const error = outcome.error as JsonObject;
  const own = { name: error.name, message: error.message, code: (error.fields as JsonObject | undefined)?.code ?? error.code };
  for (const part of ['name', 'message', 'code'] as const) {
    const value = own[part];
    if (value === undefined || value === null || typeof value === 'object') continue;
    const other = otherLeaf(value);
    yield {
      id: `error-part ${part}`,
      family: 'claim-drawn',
      mutator: 'error-part',
      set: 'breaking',
      place: { kind: 'error', pointer: `/${part}` },
      says: `${show(value)} → ${show(other)}`,
      change: { kind: 'conduct', edit: { kind: 'error', part, value: other } },
    };
  }
}
