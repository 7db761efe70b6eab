import { StepforkError, type StepforkErrorCode } from './errors.ts';

/** Where in a file: the line of a text trace, counted from 1, or the byte of a packed one, counted from 0. */
export type Place = { readonly line: number } | { readonly offset: number };

/** A file is not a trace, is damaged, or says something that no trace says. */
export class TraceFormatError extends StepforkError {
  static override readonly name = 'TraceFormatError';
  /** The file, or how else it was called. */
  readonly source: string;
  readonly place: Place | null;

  constructor(
    code: StepforkErrorCode,
    message: string,
    options: { readonly source: string; readonly place: Place | null; readonly hint: string; readonly cause?: unknown },
  ) {
    super(code, `${options.source}${describe(options.place)}: ${message}`, options);
    this.source = options.source;
    this.place = options.place;
  }
}

function describe(place: Place | null): string {
  if (place === null) return '';
  return 'line' in place ? `, line ${place.line}` : `, byte ${place.offset}`;
}
