import type { Encoding } from '../codecs/codec.ts';
import { codecs } from '../codecs/codecs.ts';
import { StepforkError } from '../errors.ts';
import type { TraceEvent } from '../event.ts';
import type { Platform } from '../platform/platform.ts';
import type { Trace, TraceFile } from '../trace.ts';
import { largestRef } from '../wire/largest-ref.ts';
import { LogicalEvents } from '../wire/logical-event.ts';
import { misplacedRun } from '../wire/misplaced-run.ts';
import { type Origin, originOf } from '../wire/origin.ts';
import { unfoldTrace } from '../wire/unfold.ts';
import { SegmentWriter } from './segment-writer.ts';
import { TraceEncoder } from './trace-encoder.ts';

/** The bytes of a whole file, each segment sealed. What was read or recorded is written as it was, event for event. */
export async function encodeFile(file: TraceFile, encoding: Encoding, platform: Platform): Promise<Uint8Array> {
  refuseSameIds([file.trunk, ...file.forks]);
  refuseMisplaced(file);
  const encoder = new TraceEncoder(codecs[encoding], platform);
  const origins = originsOf(file);
  if (origins === null) await encodeAnew(file, encoder);
  else for (const origin of origins) await copySegment(origin, encoder, origins.length > 1);
  return encoder.compact();
}

/** Where the segments came from, if they can stand together: each fork was written over the values of this trunk. */
function originsOf(file: TraceFile): readonly Origin[] | null {
  const trunk = originOf(file.trunk);
  if (trunk === null || trunk.table.base !== null) return null;
  const forks = file.forks.map(originOf);
  return forks.every((fork) => fork !== null && fork.table.base === trunk.table) ? [trunk, ...(forks as readonly Origin[])] : null;
}

async function copySegment({ events, count, table }: Origin, encoder: TraceEncoder, all: boolean): Promise<void> {
  let next = table.start;
  for (let i = 0; i < count; i++) {
    const event = events[i] as Origin['events'][number];
    for (const last = largestRef(event); next <= last; next++) encoder.push({ type: 'value', n: next, value: table.wireAt(next) });
    encoder.push(event);
  }
  // Forks count on from the trunk's last value, also if no event of it survived to use it.
  for (; all && next < table.size; next++) encoder.push({ type: 'value', n: next, value: table.wireAt(next) });
  await encoder.seal();
}

async function encodeAnew(file: TraceFile, encoder: TraceEncoder): Promise<void> {
  const trunk = await encodeSegment(file.trunk, encoder, null);
  for (const fork of file.forks) await encodeSegment(fork, encoder, trunk);
}

async function encodeSegment(trace: Trace, encoder: TraceEncoder, trunk: SegmentWriter | null): Promise<SegmentWriter> {
  const segment = new SegmentWriter((event) => encoder.push(event), trunk);
  for (const event of eventsOf(trace)) segment.append(event);
  await encoder.seal();
  return segment;
}

/** As they were recorded, where that is known: the order of events tells a little more than the trace that they make. */
function* eventsOf(trace: Trace): Generator<TraceEvent> {
  const origin = originOf(trace);
  if (origin === null) {
    yield* unfoldTrace(trace);
    return;
  }
  const logical = new LogicalEvents();
  for (const wire of origin.events.slice(0, origin.count)) {
    const event = logical.next(wire, origin.table);
    if (event !== null) yield event;
  }
}

function refuseSameIds(traces: readonly Trace[]): void {
  const ids = new Set<string>();
  for (const { run } of traces) {
    if (ids.has(run.id)) {
      throw new StepforkError('STEPFORK_SAME_RUN_TWICE', `Two runs with the id "${run.id}" cannot stand in one file.`, {
        hint: 'Record the fork again, or leave one of the two out.',
      });
    }
    ids.add(run.id);
  }
}

function refuseMisplaced({ trunk, forks }: TraceFile): void {
  for (const { run } of [trunk, ...forks]) {
    const misplaced = misplacedRun(run.derived ?? null, run.id === trunk.run.id ? null : trunk.run.id);
    if (misplaced === null) continue;
    throw new StepforkError('STEPFORK_MISPLACED_RUN', `The file would hold ${misplaced}.`, {
      hint: 'A trace file holds one trunk and its forks.',
    });
  }
}
