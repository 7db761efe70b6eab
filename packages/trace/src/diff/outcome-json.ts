import type { JsonObject } from '../json/json.ts';
import type { Outcome } from '../trace.ts';

/** What came back, without the times: pointers into it are pointers into the outcome. */
export function outcomeJson(outcome: Outcome): JsonObject {
  switch (outcome.kind) {
    case 'returned':
      return { kind: outcome.kind, value: outcome.value };
    case 'threw':
      return { kind: outcome.kind, error: outcome.error };
    case 'streamed':
      return { kind: outcome.kind, chunks: outcome.chunks.map(({ value }) => ({ value })), end: { ...outcome.end } };
    case 'interrupted':
      return { kind: outcome.kind };
  }
}
