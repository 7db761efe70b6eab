export { createTraceWriter, type TraceWriterOptions } from './create-trace-writer.ts';
export { StepforkError, type StepforkErrorCode, type StepforkErrorOptions } from './errors.ts';
export type { CallEnd, TraceEvent, TraceWriter } from './event.ts';
export type { Json, JsonObject } from './json.ts';
export type { Call, CallKind, Chunk, Outcome, Run, RunOutcome, Step, StreamEnd, Trace, TraceFile } from './trace.ts';
