export type { Encoding, Place } from './codecs/codec.ts';
export { type Difference, diffJson } from './diff/diff-json.ts';
export { diffTraces } from './diff/diff-traces.ts';
export type { TraceDifference, TracePoint } from './diff/trace-difference.ts';
export { StepforkError, type StepforkErrorCode, type StepforkErrorOptions } from './errors.ts';
export type { CallEnd, TraceEvent, TraceWriter } from './event.ts';
export { canonicalJson } from './json/canonical-json.ts';
export { isJsonObject, type Json, type JsonObject } from './json/json.ts';
export { childPointer, formatPointer, PointerError, parsePointer } from './json/json-pointer.ts';
export { omitPaths } from './json/omit-paths.ts';
export { type ProcessWide, processWide } from './process-wide.ts';
export { type ReadOptions, readTrace } from './reading/read-trace.ts';
export { sealOf } from './reading/seal-of.ts';
export { TraceFormatError } from './reading/trace-format-error.ts';
export type { Problem } from './reading/validate-bytes.ts';
export { validateTrace } from './reading/validate-trace.ts';
export { credentialName } from './redaction/credential-name.ts';
export { looksRandom } from './redaction/credential-value.ts';
export type { Hit } from './redaction/hit.ts';
export { isPseudonym } from './redaction/pseudonym.ts';
export { putStreamText } from './redaction/put-stream-text.ts';
export { createRedactor, type Redactor, type RedactorOptions, type WatchedText } from './redaction/redactor.ts';
export { scanText } from './redaction/scan-text.ts';
export { scanTrace, type TraceHit } from './redaction/scan-trace.ts';
export { joinedStreamTexts, type StreamText, streamTexts } from './redaction/stream-texts.ts';
export { withPersonalTexts } from './redaction/with-personal-texts.ts';
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
  Returned,
  Run,
  RunOutcome,
  Step,
  StreamEnd,
  StreamKind,
  Trace,
  TraceFile,
} from './trace.ts';
export { decodeValue } from './values/decode-value.ts';
export { encodeAnswer, encodeValue } from './values/encode-value.ts';
export { type ErrorClass, registerErrorClass } from './values/error-class.ts';
export { findOpaque } from './values/find-opaque.ts';
export { type Frozen, freezeParts } from './values/frozen.ts';
export { isImmutable, markImmutable } from './values/immutable.ts';
export { isSnapshotOf } from './values/is-snapshot-of.ts';
export { JsonNumber } from './values/json-number.ts';
export type { Opaque, Tagged, TaggedError } from './values/tagged.ts';
export { ValueError } from './values/value-error.ts';
export { unfoldTrace } from './wire/unfold.ts';
export { createTraceWriter, type TraceWriterOptions } from './writing/create-trace-writer.ts';
export { resealTrace } from './writing/reseal-trace.ts';
export { writeTrace } from './writing/write-trace.ts';
