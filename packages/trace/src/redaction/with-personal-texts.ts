import { personalText } from './personal-text.ts';

/** The same value with the texts at these places marked as personal; `*` is any field. What it shares with the given one is shared. */
export function withPersonalTexts(value: unknown, places: readonly (readonly string[])[]): unknown {
  return places.reduce(marked, value);
}

function marked(value: unknown, place: readonly string[]): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return typeof value === 'string' && value !== '' ? personalText(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  let result = fields;
  for (const name of key === '*' ? Object.keys(fields) : Object.hasOwn(fields, key) ? [key] : []) {
    const instead = marked(fields[name], rest);
    if (instead !== fields[name]) result = { ...result, [name]: instead };
  }
  return result;
}
