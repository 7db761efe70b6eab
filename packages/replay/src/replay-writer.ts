import type { Call, Chunk, Draw, Outcome, Run, RunOutcome, Step, StreamEnd, Trace, TraceEvent, TraceWriter } from '@stepfork/trace';
import { isIdentical } from './matchers/is-identical.ts';

interface Open {
  call: Call;
  readonly parent: number | null;
  readonly startedAtMs: number;
  outcome: Outcome;
  endedAtMs: number | null;
  endOrder: number | null;
  closing: Step['closing'];
}

/**
 * Keeps the events of a replay in memory. It needs no table of values: what is the same as in the recording is the recording's own value,
 * so that a conversation that is resent with every call costs no more here than there.
 *
 * @param recordedStepOf the recorded step that answered a call.
 */
export function createReplayWriter(recordedStepOf: (step: number) => Step | null): TraceWriter {
  const opens: Open[] = [];
  const chunks = new Map<number, Chunk[]>();
  let run: Run | null = null;
  let outcome: RunOutcome = { kind: 'interrupted' };
  let endedAtMs: number | null = null;
  const draws: Draw[] = [];
  let ends = 0;

  return { append, trace, failure: null, close: () => Promise.resolve() };

  function append(event: TraceEvent): void {
    switch (event.type) {
      case 'run-start':
        run = event.run;
        return;
      case 'call-start':
        opens.push({
          call: event.call,
          parent: event.parent,
          startedAtMs: event.atMs,
          outcome: { kind: 'interrupted' },
          endedAtMs: null,
          endOrder: null,
          closing: null,
        });
        return;
      case 'call-end':
        end(event);
        return;
      case 'call-chunk':
        chunks.get(event.step)?.push({ value: event.value, atMs: event.atMs, endOrder: ends++ });
        return;
      case 'stream-end':
        endStream(event.step, event.end, event.atMs);
        return;
      case 'draw': {
        const { kind, site, value, atMs } = event;
        draws.push({ kind, site, value, atMs, endsBefore: ends });
        return;
      }
      case 'run-end':
        outcome = event.outcome;
        endedAtMs = event.atMs;
        return;
    }
  }

  function end({ step, outcome: ended, atMs }: Extract<TraceEvent, { readonly type: 'call-end' }>): void {
    const open = opens[step];
    if (open === undefined) return;
    open.endedAtMs = atMs;
    open.endOrder = ends++;
    if (ended.kind === 'streaming') {
      const produced: Chunk[] = [];
      chunks.set(step, produced);
      const { stream } = ended;
      open.outcome = { kind: 'streamed', ...(stream !== undefined && { stream }), chunks: produced, end: { kind: 'interrupted' } };
      return;
    }
    const recorded = recordedStepOf(step);
    const isSame = ended.kind === 'returned' && recorded?.outcome.kind === 'returned' && isIdentical(ended.value, recorded.outcome.value);
    open.outcome = isSame ? recorded.outcome : ended;
    if (recorded !== null && recorded.call.effect === open.call.effect && isIdentical(open.call.input, recorded.call.input))
      open.call = recorded.call;
  }

  function endStream(step: number, streamEnd: StreamEnd, atMs: number): void {
    const open = opens[step];
    if (open?.outcome.kind !== 'streamed') return;
    open.outcome = { ...open.outcome, end: streamEnd };
    if (streamEnd.kind !== 'interrupted') open.closing = { atMs, endOrder: ends++ };
  }

  function trace(): Trace {
    if (run === null) throw new RangeError('no run was started');
    return { run, steps: opens.map(stepOf), draws, outcome, endedAtMs };
  }

  function stepOf({ call, parent, outcome: ended, startedAtMs, endedAtMs: endedAt, endOrder, closing }: Open, index: number): Step {
    return { index, parent, call, outcome: ended, startedAtMs, endedAtMs: endedAt, endOrder, closing };
  }
}
