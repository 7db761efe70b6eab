import { valueAt } from '@stepfork/replay';
import type { Json, Trace } from '@stepfork/trace';
import type { Mutant } from './mutant.ts';
import type { Reference } from './reference.ts';
import { show } from './show.ts';

/** Why nobody should notice this mutant although it is a breaking one; `null`: somebody should. */
export function whyIgnored({ place, change }: Mutant, reference: Reference): string | null {
  if (change.kind !== 'conduct') return null;
  switch (place.kind) {
    case 'output': {
      const { outcome } = reference.trace;
      if (place.pointer !== '' && isMatcher(valueAt(reference.claim.returns, place.pointer))) return 'the claim allows it';
      return outcome.kind === 'returned' ? whyNotOfTheWorld(valueAt(outcome.value, place.pointer), reference) : null;
    }
    case 'argument': {
      const input = reference.trace.steps[place.step]?.call.input;
      const matchers = (reference.claim.calls ?? []).some(
        (item) => 'tool' in item && item.tool === place.tool && isMatcher(valueAt(item.with, place.pointer)),
      );
      if (place.pointer !== '' && matchers) return 'the claim allows it';
      return whyNotOfTheWorld(valueAt(input, place.pointer), reference);
    }
    case 'error':
    case 'call':
    case 'claim':
    case 'answer':
    case 'run':
    case 'source':
      return null;
  }
}

function isMatcher(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && (value as { readonly $?: Json }).$ === 'match';
}

/** A value that comes back from a made-up answer, or from clock and chance: to claim it would pin the test to this very run. */
function whyNotOfTheWorld(value: Json | undefined, { trace, madeUp }: Reference): string | null {
  if ((typeof value !== 'string' && typeof value !== 'number') || String(value).length < 3) return null;
  const text = String(value);
  if (trace.draws.some((draw) => isDrawn(text, draw))) return `it is drawn: ${show(value)} comes from clock or chance`;
  const says = (part: unknown): boolean => JSON.stringify(part).includes(JSON.stringify(text).slice(1, -1));
  const source = trace.steps.find(({ index, outcome }) => madeUp.has(index) && says(outcome));
  if (source === undefined) return null;
  const isKnownElsewhere =
    says(trace.run.input) || trace.steps.some((step) => says(step.call.input) || (!madeUp.has(step.index) && says(step.outcome)));
  return isKnownElsewhere ? null : `it comes from the answer of ${source.call.name}, which nobody gave to this very call`;
}

function isDrawn(text: string, { kind, value }: Trace['draws'][number]): boolean {
  if (kind === 'uuid' || kind === 'bytes') return typeof value === 'string' && value.length >= 8 && text.includes(value);
  if (kind !== 'clock' || typeof value !== 'number') return false;
  return text === String(value) || text === new Date(value).toISOString();
}
