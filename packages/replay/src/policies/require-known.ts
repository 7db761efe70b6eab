import type { CallKind } from '@stepfork/trace';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { nearestName } from './nearest-name.ts';

/** Refuses a name that nobody knows, with the known ones and the nearest spelling. */
export function requireKnown(kind: CallKind, name: string, known: ReadonlySet<string>, where: string): void {
  if (known.has(name)) return;
  const nearest = nearestName(name, known);
  const list = known.size === 0 ? `no ${kind} is known` : `known are ${[...known].sort().join(', ')}`;
  throw new ConfigurationError(
    `${where} names a ${kind} that nobody knows; ${list}`,
    nearest === null ? `Name a ${kind} that was recorded, offered to a model, registered or claimed.` : `Did you mean ${nearest}?`,
  );
}
