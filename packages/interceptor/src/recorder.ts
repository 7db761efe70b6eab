import {
  type Draw,
  encodeValue,
  type Json,
  type Redactor,
  type Run,
  type RunOutcome,
  StepforkError,
  type StreamEnd,
  type StreamKind,
  type TraceEvent,
  type TraceWriter,
} from '@stepfork/trace';
import { activeContext } from './active-context.ts';
import { Afterwards } from './afterwards.ts';
import { environment } from './ambient-defaults.ts';
import type { AnswerForm } from './answer-form.ts';
import { EventQueue, type Waiting } from './event-queue.ts';
import type { Interceptor, LiveCall } from './interceptor.ts';
import type { KnownValues } from './known-values.ts';
import { metDraw, metPackages, namedIn } from './modules/met-packages.ts';
import { observedDraw } from './observed-tool.ts';
import { rememberingRedactor } from './remembering-redactor.ts';
import { type Enclosing, slot } from './slot.ts';
import type { StreamObserver } from './streams/stream-observer.ts';
import { StreamRedaction } from './streams/stream-redaction.ts';
import { observeStream } from './streams.ts';
import { type UsedEnvironment, usedEnvironment } from './used-environment.ts';

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

type Within = StreamObserver['within'];

/**
 * Turns what happens at the boundaries of one run into events, each appended in the tick in which it happens.
 *
 * It never throws into the agent: whatever fails in a writer, a redactor or the form of an answer is a fault (see `#observing`), after which nothing
 * more is recorded and the agent goes on.
 */
export class Recorder {
  /** Must be the outermost interceptor of the run: it sees what the agent asked and what the agent gets. */
  readonly intercept: Interceptor = (call, next) => this.#record(call, next);
  readonly #options: RecorderOptions;
  readonly #environment: UsedEnvironment | null;
  readonly #openStreams: Map<number, StreamRedaction | null> = new Map();
  readonly #afterwards = new Afterwards((body) => this.#together(body));
  readonly #events: EventQueue;
  /** SDKs, and tools that are only observed, that are told of. */
  readonly #met: Set<string> = new Set();
  readonly #observed: Set<string> = new Set();
  readonly #names: Map<string, string> = new Map();
  /** When what is being taken down was told, if that was before. */
  #toldAt: number | null = null;
  #recording = false;
  #fault: { readonly cause: unknown } | null = null;
  #startedAt = 0;
  #steps = 0;
  #open = 0;
  #waiting: (() => void)[] = [];

  constructor(options: RecorderOptions) {
    const { redactor } = options;
    const used =
      redactor &&
      usedEnvironment(redactor, environment(), (name, value) => this.draw('environment', name, value), {
        grows: options.grows === true,
      });
    this.#environment = used;
    this.#options = { ...options, redactor: used && rememberingRedactor(used.redactor) };
    const { writer } = options;
    this.#events = new EventQueue({
      write: (event) => this.#write(event),
      draft: writer.draft === undefined ? null : (events) => this.#recording && writer.draft?.(events),
      together: (body) => (writer.together === undefined ? body() : writer.together(body)),
    });
  }

  start(run: Run): void {
    this.#startedAt = this.#options.now();
    this.#recording = this.#fault === null;
    for (const met of namedIn(run.versions)) this.#met.add(met);
    this.#append({ type: 'run-start', run });
    this.#environment?.start();
  }

  /** The agent has read this variable. */
  readsEnvironment(name: string): void {
    this.#observing(() => this.#environment?.reads(name), undefined);
  }

  /** The agent has set this variable. */
  setsEnvironment(name: string): void {
    this.#observing(() => this.#environment?.sets(name, environment()[name]), undefined);
  }

  /** Ends the run; calls that start later are passed on unrecorded. */
  end(outcome: RunOutcome): void {
    this.#afterwards.now();
    for (const step of this.#openStreams.keys()) this.#endStream(step, { kind: 'interrupted' });
    this.#append({ type: 'run-end', outcome, atMs: this.#elapsed() });
    this.#recording = false;
  }

  encode(value: unknown): Json {
    return this.#observing<Json>(() => encodeValue(value, this.#options.redactor ?? undefined), null);
  }

  draw(kind: Draw['kind'], site: string, value: Json): void {
    this.#append({ type: 'draw', kind, site, value, atMs: this.#elapsed() });
  }

  /** What a writer, a redactor or a form threw, if one did: the recording ends there. */
  get fault(): { readonly cause: unknown } | null {
    return this.#fault;
  }

  get isOpen(): boolean {
    return this.#open > 0;
  }

  /** Resolves as soon as no call and no stream is open. */
  idle(): Promise<void> {
    return this.isOpen ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve();
  }

  #record(call: LiveCall, next: (call: LiveCall) => Promise<unknown>): Promise<unknown> {
    if (!this.#recording) return next(call);
    const step = this.#steps;
    this.#steps += 1;
    this.#open += 1;
    this.#afterwards.now();
    this.#tellMet();
    if (call.isObserved === true) this.#tellObserved(call.name);
    const within = this.#inside(step, call);
    const parent = this.#enclosingStep();
    const asked = this.#ask(call, step, parent);
    const result: Promise<unknown> = within(() => begin(next, asked)).then(
      (value) => {
        const { form } = call;
        if (form === undefined) return this.#returned(step, value, within);
        const inParts = form.value === undefined || this.#observing(() => form.inParts?.(value) === true, false);
        if (inParts) return this.#answered(step, value, within, form);
        const recorded = this.#observing(() => form.value?.(value), null);
        return this.#valued(step, value, () => this.encode(recorded));
      },
      (error: unknown) => {
        // A refusal of ours that the agent drops must not bring the process down: whoever refused has counted it.
        if (StepforkError.isInstance(error)) result.catch(() => {});
        const { form } = call;
        const failure = form === undefined ? { error } : this.#observing(() => form.failure(error), { error });
        if (failure === null) this.#left(step);
        else this.#threw(step, failure.error);
        throw error;
      },
    );
    return result;
  }

  /** An SDK that the agent loads while it runs: before a tool of it can be called. */
  #tellMet(): void {
    for (const met of this.#observing(metPackages, [])) {
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
    const asked = placed(call, name, step, parent, () => {
      if (call.goesFirst === true) this.#afterwards.now();
      return snapshot;
    });
    const start = (): void => {
      snapshot = this.#start(asked);
    };
    if (call.goesFirst === true) {
      const at = this.#elapsed();
      this.#afterwards.addBehindSent(() => this.#as(at, start));
    } else start();
    return asked;
  }

  #start(call: LiveCall): Json {
    const { step, parent, kind, name, effect } = call;
    const snapshot = this.#snapshot(call);
    this.#append({ type: 'call-start', step, parent, call: { kind, name, input: snapshot, effect }, atMs: this.#elapsed() });
    return snapshot;
  }

  #snapshot(call: LiveCall): Json {
    const { input, recorded } = call;
    if (recorded !== undefined && recorded === input) return recorded;
    const { known } = this.#options;
    return (known && this.#observing(() => known.inputOf(call), undefined)) ?? this.encode(input);
  }

  /** What the agent gets: `value` itself, or a proxy of it if it is a frozen stream. */
  #returned(step: number, value: unknown, within: Within): unknown {
    const stream = this.#recording ? this.#observing(() => observeStream(value, () => this.#observer(step, within)), null) : null;
    if (stream === null) return this.#valued(step, value, () => this.#options.known?.answerOf(step) ?? this.encode(value));
    this.#openStream(step, stream.kind);
    return stream.value;
  }

  #valued(step: number, value: unknown, taken: () => Json): unknown {
    if (this.#recording) {
      this.#append({ type: 'call-end', step, atMs: this.#elapsed(), outcome: { kind: 'returned', value: taken() } });
    }
    this.#close();
    return value;
  }

  /** What the agent gets in the place of an answer that is taken down in parts. */
  #answered(step: number, answer: unknown, within: Within, form: AnswerForm): unknown {
    let given = answer;
    // With the first parts, which are there already: one write for all.
    this.#together(() => {
      if (this.#recording) this.#openStream(step, 'parts');
      else this.#close();
      const observed = this.#observing(() => ({ answer: form.observe(answer, this.#observer(step, within)) }), null);
      if (observed === null) this.#endStream(step, { kind: 'interrupted' });
      else given = observed.answer;
    });
    return given;
  }

  /** The agent itself broke the call off before there was an answer. */
  #left(step: number): void {
    this.#openStream(step, 'parts');
    this.#endStream(step, { kind: 'cancelled' });
  }

  #openStream(step: number, stream: StreamKind): void {
    const { redactor } = this.#options;
    this.#openStreams.set(step, redactor && new StreamRedaction(redactor));
    this.#append({ type: 'call-end', step, atMs: this.#elapsed(), outcome: { kind: 'streaming', stream } });
  }

  #threw(step: number, error: unknown): void {
    if (this.#recording) {
      this.#append({ type: 'call-end', step, atMs: this.#elapsed(), outcome: { kind: 'threw', error: this.encode(error) } });
    }
    this.#close();
  }

  #observer(step: number, within: Within): StreamObserver {
    const isLive = (): boolean => this.#recording && this.#openStreams.has(step);
    const { context } = slot();
    const agent = activeContext();
    const told = (value: unknown, isWhole: boolean): void => {
      this.#afterwards.now();
      if (isLive()) this.#chunk(step, value, isWhole);
    };
    return {
      within,
      outside: (body) => (agent === undefined ? body() : context.run(agent, body)),
      isOutside: () => agent !== undefined && activeContext()?.enclosing === agent.enclosing,
      chunk: (value) => told(value, false),
      whole: (value) => told(value, true),
      afterwards: (body) => {
        if (!isLive()) {
          body();
          return;
        }
        const at = this.#elapsed();
        this.#afterwards.add(() => this.#as(at, body));
      },
      recorded: (value) => {
        if (isLive()) this.#append({ type: 'call-chunk', step, atMs: this.#elapsed(), value });
      },
      end: (kind, value) =>
        this.#afterwards.nowWith(() => {
          const isReturned = kind === 'done' && value !== undefined && isLive();
          this.#endStream(step, isReturned ? { kind, value: this.encode(value) } : { kind });
        }),
      fail: (error) => {
        this.#afterwards.now();
        if (isLive()) this.#endStream(step, { kind: 'threw', error: this.encode(error) });
      },
    };
  }

  #endStream(step: number, end: StreamEnd): void {
    const redaction = this.#openStreams.get(step);
    if (!this.#openStreams.delete(step)) return;
    this.#observing(() => redaction?.end(), undefined);
    this.#append({ type: 'stream-end', step, atMs: this.#elapsed(), end });
    this.#close();
  }

  #close(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Runs a body so that its calls find `step` as their parent. */
  #inside(step: number, { kind, name, isHooked }: LiveCall): Within {
    const { context } = slot();
    const around = activeContext();
    if (around === undefined) return (body) => body();
    // A body belongs to the world: no replay runs it, so its clock and chance are the real ones.
    const inside = {
      interceptor: around.interceptor,
      enclosing: { recorder: this, step, kind, hooked: isHooked === true ? name : null, outer: around.enclosing },
      ambient: null,
    };
    return (body) => context.run(inside, body);
  }

  #enclosingStep(): number | null {
    let enclosing: Enclosing | null = activeContext()?.enclosing ?? null;
    while (enclosing !== null && enclosing.recorder !== this) enclosing = enclosing.outer;
    return enclosing?.step ?? null;
  }

  #chunk(step: number, value: unknown, isWhole: boolean): void {
    const atMs = this.#elapsed();
    const chunk = isWhole ? undefined : this.#observing(() => this.#openStreams.get(step)?.add(value), undefined);
    if (chunk === undefined) this.#append({ type: 'call-chunk', step, atMs, value: this.encode(value) });
    else this.#queue({ event: { type: 'call-chunk', step, atMs, value: null }, chunk });
  }

  #append(event: TraceEvent): void {
    if (!this.#recording) return;
    this.#afterwards.now();
    if (this.#events.isEmpty) this.#write(event);
    else this.#queue({ event });
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
    return this.#observing(() => this.#options.redactor?.text(text) ?? text, text);
  }

  #queue(waiting: Waiting): void {
    this.#observing(() => this.#events.add(waiting), undefined);
  }

  /** What happens in `body` is written at once. */
  #together(body: () => void): void {
    if (this.#events.isTogether) body();
    else this.#observing(() => this.#events.together(body), undefined);
  }

  /** What `body` tells was told then. */
  #as(at: number, body: () => void): void {
    this.#toldAt = at;
    try {
      body();
    } finally {
      this.#toldAt = null;
    }
  }

  #write(event: TraceEvent): void {
    if (this.#recording) this.#observing(() => this.#options.writer.append(event), undefined);
  }

  /** All that is done to observe, and may fail, is done here: the agent never hears of it. */
  #observing<T>(body: () => T, instead: T): T {
    try {
      return body();
    } catch (cause) {
      // What follows a lost event would be read wrongly, so the recording ends here.
      this.#recording = false;
      this.#fault ??= { cause };
      return instead;
    }
  }

  /** To the microsecond: what a difference of two doubles has beyond it is noise, and noise takes room. */
  #elapsed(): number {
    return this.#toldAt ?? Math.round((this.#options.now() - this.#startedAt) * 1000) / 1000;
  }
}

/** The same call at its place in the run. A literal, since a member that is put behind a spread costs more than all of these. */
function placed(call: LiveCall, name: string, step: number, parent: number | null, snapshot: () => Json): LiveCall {
  const { kind, input, effect, stable, example, output, isHooked, isObserved, goesFirst, recorded, form } = call;
  const fields = {
    kind,
    name,
    input,
    effect,
    stable,
    example,
    output,
    isHooked,
    isObserved,
    goesFirst,
    recorded,
    form,
    snapshot,
    step,
    parent,
  };
  return fields satisfies Readonly<Record<keyof LiveCall, unknown>> as LiveCall;
}

function begin(next: (call: LiveCall) => Promise<unknown>, call: LiveCall): Promise<unknown> {
  try {
    return next(call);
  } catch (error) {
    return Promise.reject(error);
  }
}
