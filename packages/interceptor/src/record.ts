import { createTraceWriter, type Json, type Redactor, type Run, type RunOutcome, type Trace, type TraceWriter } from '@stepfork/trace';
import { freshId, freshKey, later, nextTurn, nodeVersion, now as realNow, startTime } from './ambient-defaults.ts';
import { compose } from './compose.ts';
import { intercepting } from './intercepting.ts';
import type { Interceptor } from './interceptor.ts';
import { createProjectRedactor } from './project-redactor.ts';
import { Recorder } from './recorder.ts';
import { RecordingError } from './recording-error.ts';

/** The function under test. */
export type Agent<I, O> = (input: I) => O | PromiseLike<O>;

export interface RecordOptions {
  /** Where the agent is found: `src/agent.ts#runAgent`. */
  readonly agent?: string;
  /** Replaces secrets before anything is kept. Default: one with a key of its own, which nobody keeps. */
  readonly redactor?: Redactor;
  /** `false`: record secrets as they are. */
  readonly redaction?: boolean;
  /** Where the events go; it is closed at the end. Default: memory. */
  readonly writer?: TraceWriter;
  /** Decides about the calls, inside the recorder: its answers are recorded like those of the real tools. */
  readonly intercept?: Interceptor;
  /** How long to wait, after the agent has settled, for its open calls and streams. Default: 1000. */
  readonly drainMs?: number;
  /** Gives the run up: it is recorded as interrupted, and what the agent does from then on is not recorded. */
  readonly signal?: AbortSignal;
  /** Fields of the head that the caller knows better. */
  readonly run?: Partial<Run>;
  /** Milliseconds on any scale. Default: `performance.now`. */
  readonly now?: () => number;
}

/**
 * Runs the agent once and records it.
 *
 * Never rejects for what the agent does: that is in the trace's `outcome`. A full disk changes nothing for the agent either: the trace
 * that is returned is whole, and the writer's `failure` says why the file is not.
 *
 * @throws StepforkError `STEPFORK_RECORDING`, after the agent is done, if the writer itself threw.
 */
export async function record<I, O>(agent: Agent<I, O>, input: I, options: RecordOptions = {}): Promise<Trace> {
  const { writer = createTraceWriter(), drainMs = 1000, signal, now = realNow } = options;
  const redactor = redactorOf(options);
  const recorder = new Recorder({ writer, redactor, now });
  recorder.start(headOf(recorder.encode(input), redactor, options));
  const abort = abortOf(signal);
  const outcome = signal?.aborted ? interrupted : await Promise.race([settled(agent, input, recorder, options.intercept), abort.happened]);
  if (outcome.kind !== 'interrupted') await drain(recorder, drainMs, abort.happened);
  abort.forget();
  recorder.end(outcome);
  await writer.close();
  if (recorder.fault !== null) throw new RecordingError(recorder.fault.cause);
  return writer.trace();
}

const interrupted: RunOutcome = { kind: 'interrupted' };

function redactorOf({ redactor, redaction = true }: RecordOptions): Redactor | null {
  if (!redaction) return null;
  return redactor ?? createProjectRedactor({ key: freshKey() });
}

function headOf(input: Json, redactor: Redactor | null, { agent, run }: RecordOptions): Run {
  return {
    id: freshId(),
    agent: agent ?? null,
    input,
    startedAt: startTime(),
    git: null,
    policies: {},
    redaction: redactor && { keyId: redactor.keyId, rules: redactor.rules },
    ...run,
    versions: { node: nodeVersion(), ...run?.versions },
  };
}

async function settled<I, O>(agent: Agent<I, O>, input: I, recorder: Recorder, inner: Interceptor | undefined): Promise<RunOutcome> {
  const interceptor = inner === undefined ? recorder.intercept : compose(recorder.intercept, inner);
  try {
    const value = await intercepting(interceptor, () => agent(input));
    return { kind: 'returned', value: recorder.encode(value) };
  } catch (error) {
    return { kind: 'threw', error: recorder.encode(error) };
  }
}

/** Waits until what the agent left behind is done: one call may be followed by the next. */
async function drain(recorder: Recorder, drainMs: number, abort: Promise<unknown>): Promise<void> {
  await nextTurn();
  if (!recorder.isOpen) return;
  let isOver = false;
  let cancel = (): void => {};
  const limit = new Promise<void>((resolve) => {
    cancel = later(drainMs, resolve);
  });
  const over = Promise.race([limit, abort]).then(() => {
    isOver = true;
  });
  while (recorder.isOpen && !isOver) {
    await Promise.race([recorder.idle(), over]);
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
