import { createTraceWriter, type RunOutcome, type Trace } from '@stepfork/trace';
import { installAmbient } from '../ambient/install-ambient.ts';
import type { RunAmbient } from '../ambient/run-ambient.ts';
import { ShiftedAmbient } from '../ambient/shifted-ambient.ts';
import { later, nextTurn, now as realNow, startTime } from '../ambient-defaults.ts';
import type { Interceptor } from '../interceptor.ts';
import { redactorOf } from '../redaction/redactor-of.ts';
import { watchEnvironment } from '../redaction/watched-environment.ts';
import { activeContext } from '../running/active-context.ts';
import { compose } from '../running/compose.ts';
import { slot } from '../running/slot.ts';
import type { RecordOptions } from './record-options.ts';
import { Recorder } from './recorder.ts';
import { RecordingError } from './recording-error.ts';
import { runHead } from './run-head.ts';

/** The function under test. */
export type Agent<I, O> = (input: I) => O | PromiseLike<O>;

/**
 * Runs the agent once and records it.
 *
 * Never rejects for what the agent does: that is in the trace's `outcome`. A full disk changes nothing for the agent either: the trace
 * that is returned is whole, and the writer's `failure` says why the file is not.
 *
 * @throws StepforkError `STEPFORK_RECORDING`, after the agent is done, if a writer, a redactor or an adapter threw.
 */
export async function record<I, O>(agent: Agent<I, O>, input: I, options: RecordOptions = {}): Promise<Trace> {
  const { writer = createTraceWriter(), drainMs = 1000, signal, now = realNow, ambient: source = null, known = null } = options;
  const redactor = redactorOf(options);
  const recorder = new Recorder({ writer, redactor, now, known });
  const outer = activeContext()?.ambient ?? null;
  const ambient = new ShiftedAmbient(
    { keep: (kind, site, value) => recorder.draw(kind, site, value), now, source, outer },
    shiftTo(options.startedAt),
  );
  recorder.start(runHead(recorder.encode(input), redactor, options));
  const abort = abortOf(signal);
  const uninstall = installAmbient();
  const unwatch = source === null && redactor !== null ? watchEnvironment((name) => recorder.readsEnvironment(name)) : () => {};
  try {
    const outcome = signal?.aborted
      ? interrupted
      : await Promise.race([
          stepforkCallsAgent(() => agent(input), recorder, ambient, options.intercept),
          abort.happened,
          crashed(recorder, ambient),
        ]);
    ambient.settled();
    if (outcome.kind !== 'interrupted') await drain(recorder, ambient, drainMs, abort.happened);
    ambient.end();
    recorder.end(outcome);
  } finally {
    abort.forget();
    ambient.end();
    unwatch();
    uninstall();
  }
  await writer.close();
  if (recorder.fault !== null) throw new RecordingError(recorder.fault.cause);
  return writer.trace();
}

const interrupted: RunOutcome = { kind: 'interrupted' };

function shiftTo(startedAt: Date | undefined): number {
  return startedAt === undefined ? 0 : startedAt.getTime() - Date.parse(startTime());
}

// By its name a stack tells where the agent's own code begins: see call-site.ts.
async function stepforkCallsAgent(
  agent: () => unknown,
  recorder: Recorder,
  ambient: RunAmbient,
  inner: Interceptor | undefined,
): Promise<RunOutcome> {
  const { context } = slot();
  const around = activeContext();
  const own = inner === undefined ? recorder.intercept : compose(recorder.intercept, inner);
  const interceptor = around === undefined ? own : compose(own, around.interceptor);
  try {
    const value = await context.run({ interceptor, enclosing: around?.enclosing ?? null, ambient }, agent);
    return { kind: 'returned', value: recorder.encode(value) };
  } catch (error) {
    return { kind: 'threw', error: recorder.encode(error) };
  }
}

async function crashed(recorder: Recorder, ambient: RunAmbient): Promise<RunOutcome> {
  return { kind: 'threw', error: recorder.encode(await ambient.crashed) };
}

/** Waits until what the agent left behind is done, timers too: one call may be followed by the next. */
async function drain(recorder: Recorder, ambient: RunAmbient, drainMs: number, abort: Promise<unknown>): Promise<void> {
  const isOpen = (): boolean => recorder.isOpen || ambient.isOpen;
  await nextTurn();
  if (!isOpen()) return;
  let isOver = false;
  let cancel = (): void => {};
  const limit = new Promise<void>((resolve) => {
    cancel = ambient.stage === null ? later(drainMs, resolve) : ambient.stage.due(drainMs, null, resolve);
  });
  const over = Promise.race([limit, abort]).then(() => {
    isOver = true;
  });
  while (isOpen() && !isOver) {
    await Promise.race([Promise.all([recorder.idle(), ambient.idle()]), over]);
    await nextTurn();
  }
  cancel();
}

function abortOf(signal: AbortSignal | undefined): { readonly happened: Promise<RunOutcome>; readonly forget: () => void } {
  let forget = (): void => {};
  const happened = new Promise<RunOutcome>((resolve) => {
    const stop = (): void => resolve(interrupted);
    signal?.addEventListener('abort', stop);
    forget = () => signal?.removeEventListener('abort', stop);
  });
  return { happened, forget };
}
