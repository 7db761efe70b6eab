import type { Json, JsonObject, Trace } from '@stepfork/trace';
import { placesOf } from '../payload/places-of.ts';
import { listPass } from './list-pass.ts';
import type { Pass } from './pass.ts';

/** Shorter is no gain. */
const shortest = 8;

/** Gives short names to long texts that stand in several places, such as ids: everywhere at once, in what was asked too. */
export const shortNamesPass: Pass = listPass<string>({
  name: 'names',
  items(trace) {
    const texts = placesOf(trace).flatMap(({ value }) => (typeof value === 'string' && isName(value) ? [value] : []));
    const all = JSON.stringify([trace.run.input, trace.steps.map(({ call, outcome }) => [call.input, outcome])]);
    return [...new Set(texts)].filter((text) => all.split(text).length > 2);
  },
  build(trace, kept, all) {
    const names = new Map(all.flatMap((text, at) => (kept.includes(text) ? [] : [[text, `id${at}`] as const])));
    const renamed = (value: Json): Json => rename(value, names);
    return {
      ...trace,
      run: { ...trace.run, input: renamed(trace.run.input) },
      steps: trace.steps.map((step) => ({
        ...step,
        call: { ...step.call, input: renamed(step.call.input) },
        outcome: renamed(step.outcome as unknown as Json) as unknown as Trace['steps'][number]['outcome'],
      })),
    };
  },
  label: (text) => text,
});

/** One word, as ids are; a sentence is no name. */
function isName(text: string): boolean {
  return text.length >= shortest && /^[\w.:@/-]+$/.test(text) && /\d/.test(text);
}

function rename(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return [...names].reduce((text, [name, short]) => text.replaceAll(name, short), value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, part]) => [key, rename(part, names)]));
}
