export { canonicalJson } from './canonical-json.ts';
export type { Encoding, Place } from './codec.ts';
export { createTraceWriter, type TraceWriterOptions } from './create-trace-writer.ts';
export { credentialName } from './credential-name.ts';
export { looksRandom } from './credential-value.ts';
export { decodeValue } from './decode-value.ts';
export { type Difference, diffJson } from './diff-json.ts';
export { diffTraces } from './diff-traces.ts';
export { encodeValue } from './encode-value.ts';
export { type ErrorClass, registerErrorClass } from './error-class.ts';
export { StepforkError, type StepforkErrorCode, type StepforkErrorOptions } from './errors.ts';
export type { CallEnd, TraceEvent, TraceWriter } from './event.ts';
export { findOpaque } from './find-opaque.ts';
export type { Hit } from './hit.ts';
export { isImmutable, markImmutable } from './immutable.ts';
export { isJsonObject, type Json, type JsonObject } from './json.ts';
export { JsonNumber } from './json-number.ts';
export { PointerError } from './json-pointer.ts';
export { omitPaths } from './omit-paths.ts';
export { type ProcessWide, processWide } from './process-wide.ts';
export { isPseudonym } from './pseudonym.ts';
export { putStreamText } from './put-stream-text.ts';
export { type ReadOptions, readTrace } from './read-trace.ts';
export { createRedactor, type Redactor, type RedactorOptions, type WatchedText } from './redactor.ts';
export { resealTrace } from './reseal-trace.ts';
export { scanText } from './scan-text.ts';
export { scanTrace, type TraceHit } from './scan-trace.ts';
export { sealOf } from './seal-of.ts';
export { joinedStreamTexts, type StreamText, streamTexts } from './stream-texts.ts';
export type { Opaque, Tagged, TaggedError } from './tagged.ts';
export type {
  Answered,
  Call,
  CallKind,
  Chunk,
  Derivation,
  Draw,
  DrawKind,
  Minimized,
  Outcome,
  Run,
  RunOutcome,
  Step,
  StreamEnd,
  StreamKind,
  Trace,
  TraceFile,
} from './trace.ts';
export type { TraceDifference, TracePoint } from './trace-difference.ts';
export { TraceFormatError } from './trace-format-error.ts';
export { unfoldTrace } from './unfold.ts';
export type { Problem } from './validate-bytes.ts';
export { validateTrace } from './validate-trace.ts';
export { ValueError } from './value-error.ts';
export { withPersonalTexts } from './with-personal-texts.ts';
export { writeTrace } from './write-trace.ts';
