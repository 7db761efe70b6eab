export { compose } from './compose.ts';
export { intercepting } from './intercepting.ts';
export type { Interceptor, LiveCall } from './interceptor.ts';
export { model } from './model.ts';
export { type Agent, type RecordOptions, record } from './record.ts';
export { RecordingError } from './recording-error.ts';
export type { Registered } from './registered.ts';
export { registered } from './registry.ts';
export { type ToolOptions, tool } from './tool.ts';
