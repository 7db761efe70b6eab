import type { Json, Redactor, RunOutcome, TraceWriter } from '@stepfork/trace';
import { installAmbient } from '../ambient/install-ambient.ts';
import { ProcessAmbient } from '../ambient/process-ambient.ts';
import { now as realNow } from '../ambient-defaults.ts';
import { growingRedactor } from '../redaction/growing-redactor.ts';
import { redactorOf } from '../redaction/redactor-of.ts';
import { watchEnvironment } from '../redaction/watched-environment.ts';
import { compose } from '../running/compose.ts';
import { slot } from '../running/slot.ts';
import type { RecordOptions } from './record-options.ts';
import { Recorder } from './recorder.ts';
import { RecordingError } from './recording-error.ts';
import { runHead } from './run-head.ts';

export interface ProcessRunOptions extends Pick<RecordOptions, 'redaction' | 'intercept' | 'run' | 'now' | 'ambient' | 'known'> {
  /** Makes the redactor; anew, when the program has set a credential in its environment, as it does with those of a file `.env`. */
  readonly makeRedactor?: () => Redactor;
  /** Where the events go. It stays open. */
  readonly writer: TraceWriter;
}

/** A process that is recorded as a whole. */
export interface ProcessRun {
  /** A value as it stands in the trace, redacted. */
  encode(value: unknown): Json;
  /** Takes the end down in this very tick: it can be called while the process ends. What comes later is not recorded. */
  end(outcome: RunOutcome): void;
  /** Why the recording ended before the process did, where something that observes it threw; `null`: it did not. */
  readonly fault: RecordingError | null;
}

/**
 * Makes this process one run, from now on: all work that belongs to no other run belongs to it. Once in a process, before the program's own modules are
 * loaded. Nothing is ever waited for: the end of the process is the end of the run.
 */
export function startProcessRun(input: unknown, options: ProcessRunOptions): ProcessRun {
  const { writer, now = realNow, ambient: source = null, intercept, known = null } = options;
  const growing = options.makeRedactor && options.redaction !== false ? growingRedactor(options.makeRedactor) : null;
  const redactor = growing?.redactor ?? redactorOf(options);
  const recorder = new Recorder({ writer, redactor, now, known, grows: growing !== null });
  const ambient = new ProcessAmbient({ keep: (kind, site, value) => recorder.draw(kind, site, value), now, source, outer: null });
  const uninstall = installAmbient();
  recorder.start(runHead(recorder.encode(input), redactor, options));
  const unwatch =
    source === null && redactor !== null
      ? watchEnvironment(
          (name) => recorder.readsEnvironment(name),
          (name) => {
            growing?.grow();
            recorder.setsEnvironment(name);
          },
        )
      : () => {};
  const shared = slot();
  shared.process = {
    interceptor: intercept === undefined ? recorder.intercept : compose(recorder.intercept, intercept),
    enclosing: null,
    ambient,
  };
  return {
    encode: (value) => recorder.encode(value),
    end(outcome) {
      shared.process = null;
      ambient.end();
      recorder.end(outcome);
      unwatch();
      uninstall();
    },
    get fault() {
      return recorder.fault === null ? null : new RecordingError(recorder.fault.cause);
    },
  };
}
