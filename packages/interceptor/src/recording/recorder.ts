import {
  type Draw,
  encodeAnswer,
  encodeValue,
  type Json,
  type Redactor,
  type Returned,
  type Run,
  type RunOutcome,
  StepforkError,
  type TraceWriter,
} from '@stepfork/trace';
import { environment } from '../ambient-defaults.ts';
import type { AnswerForm } from '../answer-form.ts';
import { observedDraw } from '../declaring/observed-tool.ts';
import type { Interceptor, LiveCall } from '../interceptor.ts';
import { metDraw, metPackages, namedIn } from '../modules/met-packages.ts';
import { rememberingRedactor } from '../redaction/remembering-redactor.ts';
import { type UsedEnvironment, usedEnvironment } from '../redaction/used-environment.ts';
import { observeStream } from '../streams.ts';
import { enclosingStep, insideCall } from './enclosing-call.ts';
import { EventLog } from './event-log.ts';
import type { KnownValues } from './known-values.ts';
import { OpenStreams, type Within } from './open-streams.ts';
import { placedCall } from './placed-call.ts';

export interface RecorderOptions {
  readonly writer: TraceWriter;
  readonly redactor: Redactor | null;
  /** Milliseconds on any scale. */
  readonly now: () => number;
  /** `null`: every value is taken down. */
  readonly known?: KnownValues | null;
  /** The redactor learns what is set in the environment. */
  readonly grows?: boolean;
}

/** Turns what happens at the boundaries of one run into events. It never throws into the agent: see {@link EventLog}. */
export class Recorder {
  /** Must be the outermost interceptor of the run: it sees what the agent asked and what the agent gets. */
  readonly intercept: Interceptor = (call, next) => this.#record(call, next);
  readonly #options: RecorderOptions;
  readonly #environment: UsedEnvironment | null;
  readonly #log: EventLog;
  readonly #streams: OpenStreams;
  /** SDKs, and tools that are only observed, that are told of. */
  readonly #met: Set<string> = new Set();
  readonly #observed: Set<string> = new Set();
  readonly #names: Map<string, string> = new Map();
  #steps = 0;
  #open = 0;
  #waiting: (() => void)[] = [];

  constructor(options: RecorderOptions) {
    const { redactor, grows } = options;
    const used =
      redactor &&
      usedEnvironment(redactor, environment(), (name, value) => this.draw('environment', name, value), { grows: grows === true });
    this.#environment = used;
    this.#options = { ...options, redactor: used && rememberingRedactor(used.redactor) };
    this.#log = new EventLog(options.writer, options.now);
    this.#streams = new OpenStreams({
      log: this.#log,
      redactor: this.#options.redactor,
      encode: (value) => this.encode(value),
      closed: () => this.#close(),
    });
  }

  start(run: Run): void {
    this.#log.start();
    for (const met of namedIn(run.versions)) this.#met.add(met);
    this.#log.append({ type: 'run-start', run });
    this.#environment?.start();
  }

  /** The agent has read this variable. */
  readsEnvironment(name: string): void {
    this.#log.observing(() => this.#environment?.reads(name), undefined);
  }

  /** The agent has set this variable. */
  setsEnvironment(name: string): void {
    this.#log.observing(() => this.#environment?.sets(name, environment()[name]), undefined);
  }

  /** Ends the run; calls that start later are passed on unrecorded. */
  end(outcome: RunOutcome): void {
    this.#log.afterwards.now();
    this.#streams.interruptAll();
    this.#log.append({ type: 'run-end', outcome, atMs: this.#log.elapsed() });
    this.#log.stop();
  }

  encode(value: unknown): Json {
    return this.#log.observing<Json>(() => encodeValue(value, this.#options.redactor ?? undefined), null);
  }

  draw(kind: Draw['kind'], site: string, value: Json): void {
    this.#log.draw(kind, site, value);
  }

  /** What a writer, a redactor or a form threw, if one did: the recording ends there. */
  get fault(): { readonly cause: unknown } | null {
    return this.#log.fault;
  }

  get isOpen(): boolean {
    return this.#open > 0;
  }

  /** Resolves as soon as no call and no stream is open. */
  idle(): Promise<void> {
    return this.isOpen ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  #record(call: LiveCall, next: (call: LiveCall) => Promise<unknown>): Promise<unknown> {
    if (!this.#log.isRecording) return next(call);
    const step = this.#steps;
    this.#steps += 1;
    this.#open += 1;
    this.#log.afterwards.now();
    this.#tellMet();
    if (call.isObserved === true) this.#tellObserved(call.name);
    const within = insideCall(this, step, call);
    const parent = enclosingStep(this);
    const asked = this.#ask(call, step, parent);
    const result: Promise<unknown> = within(() => begin(next, asked)).then(
      (value) => {
        const { form } = call;
        if (form === undefined) return this.#returned(step, value, within);
        const inParts = form.value === undefined || this.#log.observing(() => form.inParts?.(value) === true, false);
        if (inParts) return this.#answered(step, value, within, form);
        const recorded = this.#log.observing(() => form.value?.(value), null);
        return this.#valued(step, value, () => ({ kind: 'returned', value: this.encode(recorded) }));
      },
      (error: unknown) => {
        // A refusal of ours that the agent drops must not bring the process down: whoever refused has counted it.
        if (StepforkError.isInstance(error)) result.catch(() => {});
        const { form } = call;
        const failure = form === undefined ? { error } : this.#log.observing(() => form.failure(error), { error });
        if (failure === null) this.#left(step);
        else this.#threw(step, failure.error);
        throw error;
      },
    );
    return result;
  }

  /** An SDK that the agent loads while it runs: before a tool of it can be called. */
  #tellMet(): void {
    for (const met of this.#log.observing(metPackages, [])) {
      if (this.#met.has(met)) continue;
      this.#met.add(met);
      const { kind, site, value } = metDraw(met);
      this.draw(kind, site, value);
    }
  }

  #tellObserved(tool: string): void {
    if (this.#observed.has(tool)) return;
    this.#observed.add(tool);
    const { kind, site, value } = observedDraw(this.#redacted(tool));
    this.draw(kind, site, value);
  }

  /** The call with the snapshot of its input, which is taken down now, or else at the latest when somebody looks at it. */
  #ask(call: LiveCall, step: number, parent: number | null): LiveCall {
    let snapshot: Json = null;
    // A name is text like any other: a path may hold a secret. Whoever answers sees what is recorded.
    const name = this.#redactedName(call.name);
    const asked = placedCall(call, name, step, parent, () => {
      if (call.goesFirst === true) this.#log.afterwards.now();
      return snapshot;
    });
    const start = (): void => {
      snapshot = this.#start(asked);
    };
    if (call.goesFirst === true) this.#log.behindSent(start);
    else start();
    return asked;
  }

  #start(call: LiveCall): Json {
    const { step, parent, kind, name, effect } = call;
    const snapshot = this.#snapshot(call);
    this.#log.append({ type: 'call-start', step, parent, call: { kind, name, input: snapshot, effect }, atMs: this.#log.elapsed() });
    return snapshot;
  }

  #snapshot(call: LiveCall): Json {
    const { input, recorded } = call;
    if (recorded !== undefined && recorded === input) return recorded;
    const { known } = this.#options;
    return (known && this.#log.observing(() => known.inputOf(call), undefined)) ?? this.encode(input);
  }

  /** What the agent gets: `value` itself, or a proxy of it if it is a frozen stream. */
  #returned(step: number, value: unknown, within: Within): unknown {
    const stream = this.#log.isRecording
      ? this.#log.observing(() => observeStream(value, () => this.#streams.observer(step, within)), null)
      : null;
    if (stream === null) return this.#valued(step, value, () => this.#options.known?.answerOf(step) ?? this.#answer(value));
    this.#streams.open(step, stream.kind);
    return stream.value;
  }

  #answer(value: unknown): Returned {
    const taken = this.#log.observing(() => encodeAnswer(value, this.#options.redactor ?? undefined), { value: null, frozen: null });
    return { kind: 'returned', value: taken.value, ...(taken.frozen && { frozen: taken.frozen }) };
  }

  #valued(step: number, value: unknown, taken: () => Returned): unknown {
    if (this.#log.isRecording) this.#log.append({ type: 'call-end', step, atMs: this.#log.elapsed(), outcome: taken() });
    this.#close();
    return value;
  }

  /** What the agent gets in the place of an answer that is taken down in parts. */
  #answered(step: number, answer: unknown, within: Within, form: AnswerForm): unknown {
    let given = answer;
    // With the first parts, which are there already: one write for all.
    this.#log.together(() => {
      if (this.#log.isRecording) this.#streams.open(step, 'parts');
      else this.#close();
      const observed = this.#log.observing(() => ({ answer: form.observe(answer, this.#streams.observer(step, within)) }), null);
      if (observed === null) this.#streams.end(step, { kind: 'interrupted' });
      else given = observed.answer;
    });
    return given;
  }

  /** The agent itself broke the call off before there was an answer. */
  #left(step: number): void {
    this.#streams.open(step, 'parts');
    this.#streams.end(step, { kind: 'cancelled' });
  }

  #threw(step: number, error: unknown): void {
    if (this.#log.isRecording) {
      this.#log.append({ type: 'call-end', step, atMs: this.#log.elapsed(), outcome: { kind: 'threw', error: this.encode(error) } });
    }
    this.#close();
  }

  #close(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Searched once: the same few are called again and again. */
  #redactedName(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const redacted = this.#redacted(name);
    if (this.#options.grows !== true) this.#names.set(name, redacted);
    return redacted;
  }

  #redacted(text: string): string {
    return this.#log.observing(() => this.#options.redactor?.text(text) ?? text, text);
  }
}

function begin(next: (call: LiveCall) => Promise<unknown>, call: LiveCall): Promise<unknown> {
  try {
    return next(call);
  } catch (error) {
    return Promise.reject(error);
  }
}
