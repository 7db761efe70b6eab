import type { Draw, Json, TraceEvent, TraceWriter } from '@stepfork/trace';
import { Afterwards } from './afterwards.ts';
import { EventQueue, type Waiting } from './event-queue.ts';

/**
 * The events of one run, each appended in the tick in which it happens.
 *
 * It never throws into the agent: whatever fails in a writer, a redactor or the form of an answer is a fault (see `observing`), after which nothing
 * more is recorded and the agent goes on.
 */
export class EventLog {
  /** What is still to be taken down in this turn: all of it is, before anything else is. */
  readonly afterwards: Afterwards = new Afterwards((body) => this.together(body));
  readonly #writer: TraceWriter;
  readonly #now: () => number;
  readonly #events: EventQueue;
  /** When what is being taken down was told, if that was before. */
  #toldAt: number | null = null;
  #isRecording = false;
  #fault: { readonly cause: unknown } | null = null;
  #startedAt = 0;

  /** @param now milliseconds on any scale. */
  constructor(writer: TraceWriter, now: () => number) {
    this.#writer = writer;
    this.#now = now;
    this.#events = new EventQueue({
      write: (event) => this.#write(event),
      draft: writer.draft === undefined ? null : (events) => this.#isRecording && writer.draft?.(events),
      together: (body) => (writer.together === undefined ? body() : writer.together(body)),
    });
  }

  get isRecording(): boolean {
    return this.#isRecording;
  }

  /** What a writer, a redactor or a form threw, if one did: the recording ends there. */
  get fault(): { readonly cause: unknown } | null {
    return this.#fault;
  }

  start(): void {
    this.#startedAt = this.#now();
    this.#isRecording = this.#fault === null;
  }

  stop(): void {
    this.#isRecording = false;
  }

  append(event: TraceEvent): void {
    if (!this.#isRecording) return;
    this.afterwards.now();
    if (this.#events.isEmpty) this.#write(event);
    else this.queue({ event });
  }

  draw(kind: Draw['kind'], site: string, value: Json): void {
    this.append({ type: 'draw', kind, site, value, atMs: this.elapsed() });
  }

  /** Behind what waits. */
  queue(waiting: Waiting): void {
    this.observing(() => this.#events.add(waiting), undefined);
  }

  /** What happens in `body` is written at once. */
  together(body: () => void): void {
    if (this.#events.isTogether) body();
    else this.observing(() => this.#events.together(body), undefined);
  }

  /** Takes `body` down behind what is sent now, at the time of now. */
  behindSent(body: () => void): void {
    const at = this.elapsed();
    this.afterwards.addBehindSent(() => this.#as(at, body));
  }

  /** Takes `body` down when who reads has what it is being given, at the time of now. */
  behindGiven(body: () => void): void {
    const at = this.elapsed();
    this.afterwards.add(() => this.#as(at, body));
  }

  /** All that is done to observe, and may fail, is done here: the agent never hears of it. */
  observing<T>(body: () => T, instead: T): T {
    try {
      return body();
    } catch (cause) {
      // What follows a lost event would be read wrongly, so the recording ends here.
      this.#isRecording = false;
      this.#fault ??= { cause };
      return instead;
    }
  }

  /** Milliseconds of the run, to the microsecond: what a difference of two doubles has beyond it is noise, and noise takes room. */
  elapsed(): number {
    return this.#toldAt ?? Math.round((this.#now() - this.#startedAt) * 1000) / 1000;
  }

  #as(at: number, body: () => void): void {
    this.#toldAt = at;
    try {
      body();
    } finally {
      this.#toldAt = null;
    }
  }

  #write(event: TraceEvent): void {
    if (this.#isRecording) this.observing(() => this.#writer.append(event), undefined);
  }
}
