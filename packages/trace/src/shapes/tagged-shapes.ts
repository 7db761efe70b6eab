import type { Tagged } from '../values/tagged.ts';
import { list, nullable, object, oneOf, optional, pair, record, type ShapeOf, text, value } from './make-shape.ts';

const texts = (kind: string): { readonly $: ReturnType<typeof oneOf>; readonly value: typeof text } => ({ $: oneOf(kind), value: text });

/**
 * What stands in a tagged value, by kind. A reader knows the kinds and takes their members as they are: who makes a live value of one looks
 * at them (`decodeValue`).
 */
export const taggedShapes: { readonly [T in Tagged as T['$']]: ShapeOf<T> } = {
  undefined: object({ $: oneOf('undefined') }),
  hole: object({ $: oneOf('hole') }),
  number: object({ $: oneOf('number'), value: oneOf('NaN', 'Infinity', '-Infinity', '-0') }),
  bigint: object(texts('bigint')),
  date: object({ $: oneOf('date'), value: nullable(text) }),
  bytes: object({ $: oneOf('bytes'), type: text, value: text }),
  map: object({ $: oneOf('map'), entries: list(pair(value, value)) }),
  set: object({ $: oneOf('set'), items: list(value) }),
  url: object(texts('url')),
  'search-params': object(texts('search-params')),
  headers: object({ $: oneOf('headers'), entries: list(pair(text, value)) }),
  regexp: object({ $: oneOf('regexp'), source: value, flags: text }),
  error: object({
    $: oneOf('error'),
    class: text,
    bases: optional(list(text)),
    name: value,
    message: value,
    fields: value,
    symbols: optional(record(value)),
    cause: optional(value),
    errors: optional(value),
  }),
  opaque: object({ $: oneOf('opaque'), type: text, path: text, fields: optional(value) }),
  object: object({ $: oneOf('object'), entries: list(pair(value, value)) }),
  text: object(texts('text')),
  'json-number': object(texts('json-number')),
};
