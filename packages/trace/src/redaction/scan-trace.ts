import type { Json } from '../json/json.ts';
import type { Outcome, TraceFile } from '../trace.ts';
import { putStreamText } from './put-stream-text.ts';
import { scanText } from './scan-text.ts';
import { joinedStreamTexts, streamTexts } from './stream-texts.ts';

/** A secret in a trace: by which rule, and where it stands, for a person. */
export interface TraceHit {
  readonly rule: string;
  readonly where: string;
}

/**
 * Secrets that stand in any run of a trace file and are none of our pseudonyms: the last look before it is handed over. The texts of a stream are
 * looked at as they are put together, so a secret that is cut by the borders of chunks is seen.
 *
 * @param secrets values that are secret wherever they stand, as for `createRedactor`
 */
export function scanTrace({ trunk, forks }: Pick<TraceFile, 'trunk' | 'forks'>, secrets: readonly string[] = []): readonly TraceHit[] {
  const hits: TraceHit[] = [];
  const look = (json: Json, where: string): void => {
    for (const { rule } of scanText(JSON.stringify(json), secrets)) hits.push({ rule, where });
  };
  for (const trace of [trunk, ...forks]) {
    const { input, ...head } = trace.run;
    look(input, 'the input of the run');
    look(head as unknown as Json, 'the head of the run');
    for (const step of trace.steps) {
      const before = hits.length;
      look(step.call.name, `the name of step ${step.index}`);
      // A name that holds a secret is not shown.
      const named = hits.length > before ? '' : ` (${step.call.name})`;
      look(step.call.input, `the input of step ${step.index}${named}`);
      for (const json of partsOf(step.outcome)) look(json, `the outcome of step ${step.index}${named}`);
    }
    for (const { kind, site, value } of trace.draws) look({ [site]: value }, `a draw (${kind})`);
    look(trace.outcome as unknown as Json, 'the outcome of the run');
  }
  return hits;
}

function partsOf(outcome: Outcome): readonly Json[] {
  if (outcome.kind !== 'streamed') return [outcome as unknown as Json];
  const chunks = outcome.chunks.map(({ value }) => value);
  // A piece of a pseudonym is none by itself.
  const rest = chunks.map((chunk) => streamTexts(chunk).reduce((left, text) => putStreamText(left, text, ''), chunk));
  return [...joinedStreamTexts(chunks), ...rest, outcome.end as unknown as Json];
}
