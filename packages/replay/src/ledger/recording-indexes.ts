import type { Trace } from '@stepfork/trace';
import type { KeyRules } from './key-rules.ts';
import { indexRecording, type RecordingIndex } from './recording-index.ts';

/** The recordings of one agent, each indexed when it is first needed. */
export interface RecordingIndexes {
  of(place: number): RecordingIndex;
  otherThan(place: number): readonly RecordingIndex[];
  /** The rules have changed: all are keyed anew. */
  forget(): void;
}

export function createRecordingIndexes(recordings: readonly [Trace, ...Trace[]], rules: KeyRules): RecordingIndexes {
  const indexes = new Map<number, RecordingIndex>();
  return {
    of,
    otherThan: (place) => recordings.flatMap((_, other) => (other === place ? [] : [of(other)])),
    forget: () => indexes.clear(),
  };

  function of(place: number): RecordingIndex {
    const index = indexes.get(place) ?? indexRecording(recordings[place] ?? recordings[0], rules);
    indexes.set(place, index);
    return index;
  }
}
