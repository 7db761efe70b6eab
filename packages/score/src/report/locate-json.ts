import { childPointer, type Json, type JsonObject } from '@stepfork/trace';

/** A range of a text; lines and columns count from 1, the end is behind the last character. */
export interface Location {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** JSON over several lines, and where the value of each JSON Pointer stands in it. */
export interface LocatedJson {
  readonly text: string;
  /** Of what is not there, the nearest that is around it. */
  readonly locate: (pointer: string) => Location;
}

export function locateJson(value: Json): LocatedJson {
  const places = new Map<string, Location>();
  let text = '';
  let line = 1;
  let lineStart = 0;
  const write = (part: string): void => {
    text += part;
  };
  const breakLine = (depth: number): void => {
    write(`\n${'  '.repeat(depth)}`);
    line += 1;
    lineStart = text.length - 2 * depth;
  };
  const here = (): Location['start'] => ({ line, column: text.length - lineStart + 1 });
  const writeValue = (part: Json, pointer: string, depth: number): void => {
    const start = here();
    const entries = partsOf(part);
    if (entries === null) write(JSON.stringify(part));
    else {
      const isList = Array.isArray(part);
      write(isList ? '[' : '{');
      for (const [at, [key, inner]] of entries.entries()) {
        if (at > 0) write(',');
        breakLine(depth + 1);
        if (!isList) write(`${JSON.stringify(key)}: `);
        writeValue(inner, childPointer(pointer, key), depth + 1);
      }
      breakLine(depth);
      write(isList ? ']' : '}');
    }
    places.set(pointer, { start, end: here() });
  };
  writeValue(value, '', 0);
  const locate = (pointer: string): Location => places.get(pointer) ?? locate(pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));
  return { text: `${text}\n`, locate };
}

function partsOf(value: Json): readonly (readonly [string | number, Json])[] | null {
  if (value === null || typeof value !== 'object') return null;
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value as JsonObject);
  return entries.length === 0 ? null : entries;
}
