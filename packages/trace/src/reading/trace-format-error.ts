import type { Place } from '../codecs/codec.ts';
import { StepforkError, type StepforkErrorCode } from '../errors.ts';

/** A file is no trace, is damaged, or says something that no trace may say. */
export class TraceFormatError extends StepforkError {
  static override readonly name = 'TraceFormatError';
  /** The file, or how else it was called. */
  readonly source: string;
  readonly place: Place | null;
  /** What is wrong, without the place. */
  readonly problem: string;

  constructor(
    code: StepforkErrorCode,
    problem: string,
    options: { readonly source: string; readonly place: Place | null; readonly hint: string; readonly cause?: unknown },
  ) {
    super(code, `${options.source}${placeOf(options.place)}: ${problem}.`, options);
    this.source = options.source;
    this.place = options.place;
    this.problem = problem;
  }
}

/** As it stands in a message, behind the name of the file. */
export function placeOf(place: Place | null): string {
  if (place === null) return '';
  return 'line' in place ? `, line ${place.line}` : `, byte ${place.offset}`;
}

/** The file says what no trace may say, under checksums that fit. */
export function invalidTrace(source: string, place: Place | null, problem: string): TraceFormatError {
  const hint = `See all that is wrong with it: stepfork validate ${source}`;
  return new TraceFormatError('STEPFORK_TRACE_INVALID', problem, { source, place, hint });
}

/** These are not the bytes that were written. */
export function damagedTrace(source: string, place: Place | null, problem: string): TraceFormatError {
  const hint = `See all that is wrong with it: stepfork validate ${source} (after an edit that was meant: --reseal)`;
  return new TraceFormatError('STEPFORK_TRACE_DAMAGED', problem, { source, place, hint });
}
