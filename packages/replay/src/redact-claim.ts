import type { Json, Redactor } from '@stepfork/trace';
import type { Claim } from './claim.ts';

/** A claim with every secret replaced as in the trace; pseudonyms stay as they are. */
export function redactClaim(claim: Claim, redactor: Redactor): Claim {
  return redacted('', claim as Json, redactor) as Claim;
}

function redacted(key: string, value: Json, redactor: Redactor): Json {
  if (typeof value === 'string') return key === '$' ? value : redactor.field(key, value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => redacted('', item, redactor));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redacted(name, part, redactor)]));
}
