export { editTraceFile, type TraceEdit } from './node/edit-trace-file.ts';
export { type FileOptions, openTraceFile, openTraceFileSync } from './node/open-trace-file.ts';
export { readTraceEvents } from './node/read-trace-events.ts';
export { readTraceFile } from './node/read-trace-file.ts';
export { writeTraceFile } from './node/write-trace-file.ts';
