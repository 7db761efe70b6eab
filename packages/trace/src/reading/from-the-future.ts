import { FORMAT_VERSION } from '../limits.ts';
import { TraceFormatError } from './trace-format-error.ts';

/**
 * The refusal of a file that a newer version has written.
 * @param newest what this one reads: of the format, unless it is the framing that is too new
 */
export function fromTheFuture(version: number, source: string, newest: number = FORMAT_VERSION): TraceFormatError {
  return new TraceFormatError(
    'STEPFORK_TRACE_FROM_THE_FUTURE',
    `the trace has format version ${version}, and this installation reads versions up to ${newest}`,
    { source, place: null, hint: 'Install the newest version: npm install stepfork@latest (for programs: @stepfork/trace@latest).' },
  );
}
