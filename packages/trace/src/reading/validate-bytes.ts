import type { Place } from '../codecs/codec.ts';
import type { Platform } from '../platform/platform.ts';
import type { SegmentReader } from './segment-reader.ts';
import { sniff } from './sniff.ts';
import { TraceFormatError } from './trace-format-error.ts';
import { TraceReader } from './trace-reader.ts';

/** One thing that is wrong with a file. With an `error` it is refused or loses events; a `warning` is what a killed run leaves. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly place: Place | null;
  /** One sentence. */
  readonly message: string;
}

const MAX_PROBLEMS = 100;

/** All that is wrong with a file, as far as reading can go on behind it. */
export async function validateBytes(bytes: Uint8Array, source: string, platform: Platform): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  try {
    for await (const problem of findProblems(bytes, source, platform)) {
      if (problems.length === MAX_PROBLEMS) {
        problems.push({ severity: 'error', place: null, message: 'There are more problems than are listed.' });
        break;
      }
      problems.push(problem);
    }
  } catch (error) {
    if (!TraceFormatError.isInstance(error)) throw error;
    problems.push(problemOf(error));
  }
  return problems;
}

async function* findProblems(bytes: Uint8Array, source: string, platform: Platform): AsyncGenerator<Problem> {
  const codec = sniff(bytes, source);
  const reader = new TraceReader(source, platform);
  for (const frame of codec.scanner(platform).scan(bytes.subarray(codec.preamble.length), true)) {
    if (frame.kind !== 'frame') {
      reader.skip(frame.bytes);
      // With a seal behind it, it is no end that a killed run has left.
      const severity = frame.kind === 'cut' && !codec.hasSeal(frame.bytes, platform.crc32) ? 'warning' : 'error';
      yield { severity, place: frame.place, message: sentence(frame.problem) };
      continue;
    }
    const segment = reader.segment;
    try {
      const taken = reader.take(frame);
      if (!(taken instanceof Promise)) continue;
      if (segment !== null) yield* openEnds(segment, frame.place);
      await taken;
    } catch (error) {
      if (!TraceFormatError.isInstance(error) || error.code === 'STEPFORK_TRACE_FROM_THE_FUTURE') throw error;
      yield problemOf(error);
    }
  }
  if (!reader.begun) yield { severity: 'error', place: null, message: 'The file ends before its run has started.' };
  if (reader.segment === null || !reader.segment.order.begun) return;
  yield* openEnds(reader.segment, null);
  yield { severity: 'warning', place: null, message: `The run "${reader.segment.id}" has no seal.` };
}

function* openEnds({ order, id }: SegmentReader, place: Place | null): Generator<Problem> {
  if (!order.ended) yield { severity: 'warning', place, message: `The run "${id}" has no end.` };
  for (const step of order.open) yield { severity: 'warning', place, message: `Step ${step} of the run "${id}" has no end.` };
}

function problemOf(error: TraceFormatError): Problem {
  return { severity: 'error', place: error.place, message: sentence(error.problem) };
}

function sentence(problem: string): string {
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}
