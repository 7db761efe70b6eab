import type { Json, Redactor, StreamEnd, StreamKind } from '@stepfork/trace';
import { activeContext } from '../running/active-context.ts';
import { slot } from '../running/slot.ts';
import type { StreamObserver } from '../streams/stream-observer.ts';
import { StreamRedaction } from '../streams/stream-redaction.ts';
import type { EventLog } from './event-log.ts';

export type Within = StreamObserver['within'];

interface StreamTaker {
  readonly log: EventLog;
  readonly redactor: Redactor | null;
  readonly encode: (value: unknown) => Json;
  /** A stream has ended. */
  readonly closed: () => void;
}

/** The answers of one run that are taken down in parts and have not ended, by the step of their call. */
export class OpenStreams {
  readonly #to: StreamTaker;
  readonly #open: Map<number, StreamRedaction | null> = new Map();

  constructor(to: StreamTaker) {
    this.#to = to;
  }

  open(step: number, stream: StreamKind): void {
    const { redactor, log } = this.#to;
    this.#open.set(step, redactor && new StreamRedaction(redactor));
    log.append({ type: 'call-end', step, atMs: log.elapsed(), outcome: { kind: 'streaming', stream } });
  }

  end(step: number, end: StreamEnd): void {
    const { log } = this.#to;
    const redaction = this.#open.get(step);
    if (!this.#open.delete(step)) return;
    log.observing(() => redaction?.end(), undefined);
    log.append({ type: 'stream-end', step, atMs: log.elapsed(), end });
    this.#to.closed();
  }

  interruptAll(): void {
    for (const step of this.#open.keys()) this.end(step, { kind: 'interrupted' });
  }

  /** Is told what the stream of this call produces. */
  observer(step: number, within: Within): StreamObserver {
    const { log, encode } = this.#to;
    const isLive = (): boolean => log.isRecording && this.#open.has(step);
    const { context } = slot();
    const agent = activeContext();
    const told = (value: unknown, isWhole: boolean): void => {
      log.afterwards.now();
      if (isLive()) this.#chunk(step, value, isWhole);
    };
    return {
      within,
      outside: (body) => (agent === undefined ? body() : context.run(agent, body)),
      isOutside: () => agent !== undefined && activeContext()?.enclosing === agent.enclosing,
      chunk: (value) => told(value, false),
      whole: (value) => told(value, true),
      afterwards: (body) => {
        if (isLive()) log.behindGiven(body);
        else body();
      },
      recorded: (value) => {
        if (isLive()) log.append({ type: 'call-chunk', step, atMs: log.elapsed(), value });
      },
      end: (kind, value) =>
        log.afterwards.nowWith(() => {
          const isReturned = kind === 'done' && value !== undefined && isLive();
          this.end(step, isReturned ? { kind, value: encode(value) } : { kind });
        }),
      fail: (error) => {
        log.afterwards.now();
        if (isLive()) this.end(step, { kind: 'threw', error: encode(error) });
      },
    };
  }

  #chunk(step: number, value: unknown, isWhole: boolean): void {
    const { log, encode } = this.#to;
    const atMs = log.elapsed();
    const chunk = isWhole ? undefined : log.observing(() => this.#open.get(step)?.add(value), undefined);
    if (chunk === undefined) log.append({ type: 'call-chunk', step, atMs, value: encode(value) });
    else log.queue({ event: { type: 'call-chunk', step, atMs, value: null }, chunk });
  }
}
