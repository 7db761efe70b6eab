import type { Json } from './json.ts';
import type { Redactor } from './redactor.ts';

/** What the encoders of single kinds may ask of the walk. */
export interface Encoding {
  readonly redactor: Redactor | undefined;
  /** Encodes a part of the value at hand, which will stand `levels` below it. */
  part(key: string | number, value: unknown, levels: number): Json;
  /** The same for an object of parts, which will itself stand `levels` below. */
  fields(fields: object, levels: number): Json;
  text(text: string): Json;
}
